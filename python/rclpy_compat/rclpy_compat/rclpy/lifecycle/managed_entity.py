# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ManagedEntity: an object that follows the transitions of a lifecycle node."""

from __future__ import annotations

from functools import wraps
from typing import Any, TypeVar

from rxros2.lifecycle import LifecycleState, TransitionCallbackReturn

_F = TypeVar('_F')


class ManagedEntity:
    """Follows the transitions of a lifecycle node. Each function gets the node's state before the transition."""

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Is called when the node is configured."""
        return TransitionCallbackReturn.SUCCESS

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Is called when the node is cleaned up."""
        return TransitionCallbackReturn.SUCCESS

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Is called when the node is shut down."""
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Is called when the node is activated."""
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Is called when the node is deactivated."""
        return TransitionCallbackReturn.SUCCESS

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Is called after an error of a transition."""
        return TransitionCallbackReturn.SUCCESS


class SimpleManagedEntity(ManagedEntity):
    """An entity that is enabled while the node is active."""

    def __init__(self) -> None:
        self._enabled = False

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Enables the entity."""
        self._enabled = True
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Disables the entity."""
        self._enabled = False
        return TransitionCallbackReturn.SUCCESS

    @property
    def is_activated(self) -> bool:
        """True while the node is active."""
        return self._enabled

    @staticmethod
    def when_enabled(wrapped: Any = None, *, when_not_enabled: Any = None) -> Any:
        """Decorates a method: it runs while the node is active, otherwise `when_not_enabled` runs, if given."""

        def decorate(function: Any) -> Any:
            @wraps(function)
            def run(self: SimpleManagedEntity, *args: Any, **kwargs: Any) -> Any:
                if self._enabled:
                    return function(self, *args, **kwargs)
                return None if when_not_enabled is None else when_not_enabled(self, *args, **kwargs)

            return run

        return decorate if wrapped is None else decorate(wrapped)
