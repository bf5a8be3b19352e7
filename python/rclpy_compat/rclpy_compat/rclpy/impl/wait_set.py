# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""WaitSet: what a waitable waits for; and the guard condition that it can wait for."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from .handle import Handle

if TYPE_CHECKING:
    from rxros2._core import Notifier

    from .wait_entities import Client, Service, Subscription, Timer


class GuardCondition(Handle):
    """Is ready once it was triggered, until the waitable that waits for it has been executed. Thread-safe."""

    def __init__(self, context: Any = None) -> None:
        """The handle of a context is not needed."""
        super().__init__('the guard condition')
        self._trigger_lock = threading.RLock()  # guards both members below; a signal may trigger inside of take()
        self._is_triggered = False
        self._wakes: tuple[Notifier, int] | None = None

    def trigger_guard_condition(self) -> None:
        """Makes it ready; several calls count as one."""
        with self._trigger_lock:
            self._is_triggered = True
            if self._wakes is not None:
                notifier, key = self._wakes
                notifier.ready(key)

    def take(self) -> bool:
        """Returns whether it was triggered since the last call."""
        with self._trigger_lock:
            if not self._is_triggered:
                return False
            self._is_triggered = False
            return True

    def wake(self, notifier: Notifier | None, key: int) -> None:
        """Makes the notifier ready when it is triggered, or has been; None stops that."""
        with self._trigger_lock:
            self._wakes = None if notifier is None else (notifier, key)
            if notifier is not None and self._is_triggered:
                notifier.ready(key)


class WaitSet:
    """The guard conditions and other entities that a waitable waits for."""

    def __init__(self) -> None:
        self._entities: dict[str, list[Any]] = {}
        self._ready: set[tuple[str, int]] = set()
        self._wakes: tuple[Notifier | None, int] = (None, 0)

    def _add(self, kind: str, entity: Any) -> int:
        if not hasattr(entity, 'wake'):
            raise TypeError(
                f'add_{kind}: found {entity!r}, whose items the executor takes itself; expected the handle of a guard '
                'condition, or an entity of rclpy_implementation'
            )
        entity.wake(*self._wakes)
        entities = self._entities.setdefault(kind, [])
        entities.append(entity)
        return len(entities) - 1

    def add_guard_condition(self, guard_condition: GuardCondition) -> int:
        """Adds a guard condition, or the handle of one, and returns its index."""
        return self._add('guard_condition', guard_condition)

    def add_subscription(self, subscription: Subscription) -> int:
        """Adds a subscription and returns its index."""
        return self._add('subscription', subscription)

    def add_timer(self, timer: Timer) -> int:
        """Adds a timer and returns its index."""
        return self._add('timer', timer)

    def add_client(self, client: Client) -> int:
        """Adds a client and returns its index."""
        return self._add('client', client)

    def add_service(self, service: Service) -> int:
        """Adds a service and returns its index."""
        return self._add('service', service)

    def is_ready(self, entity_type: str, entity_index: int) -> bool:
        """Returns whether the entity of this index is ready. `entity_type` is the kind, like 'guard_condition'."""
        key = entity_type, entity_index
        entities = self._entities.get(entity_type, ())
        if entity_index >= len(entities):
            return False  # the waitable was removed meanwhile, in another thread
        if entities[entity_index].take():
            self._ready.add(key)
        return key in self._ready

    def remaining(self) -> float | None:
        """Returns the seconds until the first timer is ready; None if nothing limits the wait. Any thread."""
        remaining = (timer.remaining() for timer in list(self._entities.get('timer', ())))
        return min((seconds for seconds in remaining if seconds is not None), default=None)

    def begin(self, notifier: Notifier | None, key: int) -> None:
        """Removes the entities. Those that are added from now on wake the notifier."""
        for entities in self._entities.values():
            for entity in entities:
                entity.wake(None, 0)
        self._entities, self._ready, self._wakes = {}, set(), (notifier, key)
