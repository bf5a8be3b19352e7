# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Callback groups decide which callbacks may run at the same time."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .entity import Entity


class CallbackGroup:
    """The base class of callback groups. Thread-safe."""

    def __init__(self) -> None:
        self.entities: set[weakref.ref[Any]] = set()

    def add_entity(self, entity: Any) -> None:
        """Adds an entity; the group keeps a weak reference to it."""
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
        """Takes one item of the entity and returns its work, marked as running.

        Returns None if there is no item or if its callback must not run now. A subclass in a program has no way to
        notify the executor when the callback may run, so the executor asks it again after each callback.
        """
        held_work = entity._held
        work = held_work or entity._take()
        if work is None:
            return None
        if not self.beginning_execution(entity):
            entity._hold(work)
            return None
        if held_work is not None:
            entity._held = None
            entity._ready_again()  # more items may have arrived while this one was held
        return work


class ReentrantCallbackGroup(CallbackGroup):
    """A group whose callbacks may run at the same time as any other callback."""

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
    """A group that runs one callback at a time. A coroutine occupies the group until it returns."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()  # guards the members below
        self._active: Any = None
        self._waiting: dict[Entity, None] = {}  # an ordered set: the first to ask is the first to become ready

    def can_execute(self, entity: Any) -> bool:
        """Returns True if no callback of the group is running."""
        return self._active is None

    def beginning_execution(self, entity: Any) -> bool:
        """Marks a callback as running. Returns False if another callback of the group is running."""
        with self._lock:
            if self._active is not None:
                return False
            self._active = entity
            return True

    def ending_execution(self, entity: Any) -> None:
        """Marks the callback as ended and makes the waiting entities ready."""
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
        work = None
        try:
            work = entity._take()
        finally:
            if work is None:
                self.ending_execution(entity)
        return work
