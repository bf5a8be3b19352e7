# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Entity: the base of everything an executor listens to: subscriptions, services, clients, timers, events, guards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rxros2._core import Notifier

    from .callback_groups import CallbackGroup
    from .executors import Executor
    from .impl.handle import Handle

_Self = TypeVar('_Self', bound='Entity')


class Entity:
    """Belongs to one node and one callback group, and to at most one executor at a time."""

    callback_group: CallbackGroup | None
    _listener: Executor | None = None
    _key = 0
    _held: Callable[[], Any] | None = None
    _rank = 0
    """Of the entities that become ready at the same time, the least ranks run first."""
    _is_asked = False
    """True for an entity that the executor asks in each round, besides its notifications."""
    _handle: Handle

    @property
    def handle(self) -> Handle:
        """The handle, which keeps the entity alive in a `with` block."""
        return self._handle

    def _listen(self, notifier: Notifier | None, key: int) -> None:
        """Makes the notifier ready whenever the entity has an item; None stops that."""
        raise NotImplementedError

    def _remaining(self) -> float | None:
        """Returns the seconds after which the executor asks again; None if only a notification makes it ask."""
        return None

    def _take(self) -> Callable[[], Any] | None:
        """Returns the work for one item, which may return a coroutine; None without an item."""
        raise NotImplementedError

    def destroy(self) -> None:
        """Ends the entity. A second call does nothing."""
        if self._listener is not None:
            self._listener._remove_entity(self)
        self._handle.destroy_when_not_in_use()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *error: Any) -> None:
        self.destroy()

    def _ready_again(self) -> None:
        listener = self._listener
        if listener is not None:
            listener._add_ready(self)

    def _hold(self, work: Callable[[], Any]) -> None:
        """Keeps work that the callback group has refused until after the next callback of the executor."""
        self._held = work
        listener = self._listener
        if listener is not None:
            listener._refused.append(self)
