# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Callback groups: which callbacks may run at a time."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .entity import Entity


class CallbackGroup:
    """Base of the two. Any thread."""

    def __init__(self) -> None:
        self.entities: set[weakref.ref[Any]] = set()

    def add_entity(self, entity: Any) -> None:
        self.entities.add(weakref.ref(entity, self.entities.discard))

    def has_entity(self, entity: Any) -> bool:
        return weakref.ref(entity) in self.entities

    def can_execute(self, entity: Any) -> bool:
        raise NotImplementedError

    def beginning_execution(self, entity: Any) -> bool:
        """False if it must not run now; if it may, it has begun."""
        raise NotImplementedError

    def ending_execution(self, entity: Any) -> None:
        raise NotImplementedError

    def _take(self, entity: Entity) -> Callable[[], Any] | None:
        """What is to run for one item of the entity, which has begun; None if there is none, or it must not run now.

        A program's own group, as here, does not tell when it may: it is asked again after each callback.
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
            entity._ready_again()  # more may have come meanwhile
        return work


class ReentrantCallbackGroup(CallbackGroup):
    """Callbacks may run at the same time as any other."""

    def can_execute(self, entity: Any) -> bool:
        return True

    def beginning_execution(self, entity: Any) -> bool:
        return True

    def ending_execution(self, entity: Any) -> None:
        pass

    def _take(self, entity: Entity) -> Callable[[], Any] | None:
        return entity._take()


class MutuallyExclusiveCallbackGroup(CallbackGroup):
    """One callback at a time; a coroutine's ends when it returns."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._active: Any = None
        self._waiting: dict[Entity, None] = {}  # in their order

    def can_execute(self, entity: Any) -> bool:
        return self._active is None

    def beginning_execution(self, entity: Any) -> bool:
        with self._lock:
            if self._active is not None:
                return False
            self._active = entity
            return True

    def ending_execution(self, entity: Any) -> None:
        with self._lock:
            self._active = None
            waiting, self._waiting = self._waiting, {}
        for each in waiting:
            each._ready_again()

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
