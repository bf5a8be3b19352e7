# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Managed entities: objects of a lifecycle node that take part in its transitions, such as lifecycle publishers."""

from __future__ import annotations

from functools import partial, wraps
from typing import Any

from rxros2.lifecycle import LifecycleState, TransitionCallbackReturn


class ManagedEntity:
    """An object that takes part in the transitions of a lifecycle node; the base class accepts each transition.

    LifecycleNode.add_managed_entity() adds it. The node's own callback of the same name calls the callback of
    each entity, with the state before the transition. Subclasses override the callbacks that they need.
    """

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Acquires what the entity needs while the node goes from unconfigured to inactive."""
        return TransitionCallbackReturn.SUCCESS

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Starts the entity while the node goes from inactive to active."""
        return TransitionCallbackReturn.SUCCESS

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Stops the entity while the node goes from active to inactive."""
        return TransitionCallbackReturn.SUCCESS

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Releases what on_configure() acquired while the node goes from inactive to unconfigured."""
        return TransitionCallbackReturn.SUCCESS

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Ends the entity while the node goes to finalized."""
        return TransitionCallbackReturn.SUCCESS

    def on_error(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Recovers from a transition callback that failed with an error."""
        return TransitionCallbackReturn.SUCCESS


class SimpleManagedEntity(ManagedEntity):
    """A managed entity that knows whether its node is active."""

    def __init__(self) -> None:
        self._is_active = False

    @property
    def is_activated(self) -> bool:
        """True between on_activate() and on_deactivate()."""
        return self._is_active

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Enables the methods that when_enabled() decorates."""
        self._is_active = True
        return super().on_activate(state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Disables the methods that when_enabled() decorates."""
        self._is_active = False
        return super().on_deactivate(state)

    @staticmethod
    def when_enabled(wrapped: Any = None, *, when_not_enabled: Any = None) -> Any:
        """Decorates a method so that it runs only while the entity is active.

        While the entity is inactive, the call goes to `when_not_enabled` with the same arguments, or returns None.
        Both `@when_enabled` and `@when_enabled(when_not_enabled=method)` work.
        """
        if wrapped is None:
            return partial(SimpleManagedEntity.when_enabled, when_not_enabled=when_not_enabled)

        @wraps(wrapped)
        def guarded(entity: SimpleManagedEntity, *args: Any, **kwargs: Any) -> Any:
            method = wrapped if entity.is_activated else when_not_enabled
            return None if method is None else method(entity, *args, **kwargs)

        return guarded
