# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Callback groups: they select the callbacks that may run at the same time."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .entity import Entity


class CallbackGroup:
    """The base of the callback groups. Thread-safe."""

    def __init__(self) -> None:
        self.entities: set[weakref.ref[Any]] = set()

    def add_entity(self, entity: Any) -> None:
        """Adds an entity, which is held weakly."""
        self.entities.add(weakref.ref(entity, self.entities.discard))

    def has_entity(self, entity: Any) -> bool:
        """Returns whether the entity belongs to the group."""
        return weakref.ref(entity) in self.entities

    def can_execute(self, entity: Any) -> bool:
        """Returns whether a callback of the entity may run now."""
        raise NotImplementedError

    def beginning_execution(self, entity: Any) -> bool:
        """Marks a callback as running. Returns False if it must not run now."""
        raise NotImplementedError

    def ending_execution(self, entity: Any) -> None:
        """Marks a callback as ended."""
        raise NotImplementedError

    def _take(self, entity: Entity) -> Callable[[], Any] | None:
        """Returns the work for one item of the entity, marked as running; None without an item or permission.

        A program's own subclass does not notify when it would permit the callback: it is asked again after each
        callback.
        """
        held = entity._held
        work = held or entity._take()
        if work is None:
            return None
        if not self.beginning_execution(entity):
            entity._hold(work)
            return None
        if held is not None:
            entity._held = None
            entity._ready_again()  # more items may have arrived meanwhile
        return work


class ReentrantCallbackGroup(CallbackGroup):
    """Callbacks may run at the same time as any other callback."""

    def can_execute(self, entity: Any) -> bool:
        """Returns True."""
        return True

    def beginning_execution(self, entity: Any) -> bool:
        """Returns True."""
        return True

    def ending_execution(self, entity: Any) -> None:
        """Does nothing."""

    def _take(self, entity: Entity) -> Callable[[], Any] | None:
        return entity._take()


class MutuallyExclusiveCallbackGroup(CallbackGroup):
    """One callback runs at a time; a coroutine runs until it returns."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._active: Any = None
        self._waiting: dict[Entity, None] = {}  # in the order of their requests

    def can_execute(self, entity: Any) -> bool:
        """Returns whether no callback runs."""
        return self._active is None

    def beginning_execution(self, entity: Any) -> bool:
        """Marks a callback as running. Returns False if another one runs."""
        with self._lock:
            if self._active is not None:
                return False
            self._active = entity
            return True

    def ending_execution(self, entity: Any) -> None:
        """Ends the callback and makes waiting entities ready."""
        with self._lock:
            self._active = None
            waiting, self._waiting = self._waiting, {}
        for waiter in waiting:
            waiter._ready_again()

    def _take(self, entity: Entity) -> Callable[[], Any] | None:
        with self._lock:
            if self._active is not None:
                self._waiting[entity] = None
                return None
            self._active = entity
        work = entity._take()
        if work is None:
            self.ending_execution(entity)
        return work
