# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ManagedEntity: what a lifecycle node configures, activates, … with itself."""

from __future__ import annotations

from functools import wraps
from typing import Any, TypeVar

from rxros2.lifecycle import LifecycleState, TransitionCallbackReturn

_F = TypeVar('_F')


class ManagedEntity:
    """Each function is told the node's state before the transition."""

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        return TransitionCallbackReturn.SUCCESS


class SimpleManagedEntity(ManagedEntity):
    """One that works only while the node is active."""

    def __init__(self) -> None:
        self._enabled = False

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        self._enabled = True
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        self._enabled = False
        return TransitionCallbackReturn.SUCCESS

    @property
    def is_activated(self) -> bool:
        return self._enabled

    @staticmethod
    def when_enabled(wrapped: Any = None, *, when_not_enabled: Any = None) -> Any:
        """A decorator: the method runs while the node is active; else `when_not_enabled` does, if there is one."""

        def decorate(function: Any) -> Any:
            @wraps(function)
            def run(self: SimpleManagedEntity, *args: Any, **kwargs: Any) -> Any:
                if self._enabled:
                    return function(self, *args, **kwargs)
                return None if when_not_enabled is None else when_not_enabled(self, *args, **kwargs)

            return run

        return decorate if wrapped is None else decorate(wrapped)
