# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""WaitSet: what a waitable waits for; and the guard condition that it can wait for."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from .handle import Handle

if TYPE_CHECKING:
    from rxros2._core import Notifier


class GuardCondition(Handle):
    """Is ready once it was triggered, until the waitable that waits for it has been executed. Thread-safe."""

    def __init__(self, context: Any = None) -> None:
        """The handle of a context is not needed."""
        super().__init__('the guard condition')
        self._trigger_lock = threading.Lock()
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
            was_triggered, self._is_triggered = self._is_triggered, False
            return was_triggered

    def wake(self, notifier: Notifier | None, key: int) -> None:
        """Makes the notifier ready when it is triggered, or has been; None stops that."""
        with self._trigger_lock:
            self._wakes = None if notifier is None else (notifier, key)
            if notifier is not None and self._is_triggered:
                notifier.ready(key)


class WaitSet:
    """The guard conditions that a waitable waits for."""

    def __init__(self) -> None:
        self._guards: list[GuardCondition] = []
        self._ready: set[int] = set()
        self._wakes: tuple[Notifier | None, int] = (None, 0)

    def add_guard_condition(self, guard_condition: GuardCondition) -> int:
        """Adds a guard condition, or the handle of one, and returns its index."""
        guard_condition.wake(*self._wakes)
        self._guards.append(guard_condition)
        return len(self._guards) - 1

    def _add_other(self, entity: Any) -> int:
        raise NotImplementedError(
            f'a waitable can wait for guard conditions only, not for {entity!r}: trigger one in the callback of the '
            'subscription, service, client or timer'
        )

    add_subscription = add_timer = add_client = add_service = add_event = _add_other

    def is_ready(self, entity_type: str, entity_index: int) -> bool:
        """Returns whether the guard condition of this index was triggered. `entity_type` is 'guard_condition'."""
        if self._guards[entity_index].take():
            self._ready.add(entity_index)
        return entity_type == 'guard_condition' and entity_index in self._ready

    def begin(self, notifier: Notifier | None, key: int) -> None:
        """Removes the guard conditions. Those that are added from now on wake the notifier."""
        for guard in self._guards:
            guard.wake(None, 0)
        self._guards, self._ready, self._wakes = [], set(), (notifier, key)
