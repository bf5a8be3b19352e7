# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Waitable: an object of a program that an executor runs when the object says that it is ready."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .entity import Entity
from .impl.handle import Handle
from .impl.wait_set import WaitSet

if TYPE_CHECKING:
    from rxros2._core import Notifier

    from .callback_groups import CallbackGroup
    from .task import Future

_KINDS = ('subscriptions', 'guard_conditions', 'timers', 'clients', 'services', 'events')


class NumberOfEntities:
    """The numbers of entities of each kind."""

    __slots__ = [f'num_{kind}' for kind in _KINDS]

    def __init__(
        self,
        num_subs: int = 0,
        num_gcs: int = 0,
        num_timers: int = 0,
        num_clients: int = 0,
        num_services: int = 0,
        num_events: int = 0,
    ) -> None:
        self.num_subscriptions = num_subs
        self.num_guard_conditions = num_gcs
        self.num_timers = num_timers
        self.num_clients = num_clients
        self.num_services = num_services
        self.num_events = num_events

    def _numbers(self) -> list[int]:
        return [getattr(self, name) for name in self.__slots__]

    def __add__(self, other: NumberOfEntities) -> NumberOfEntities:
        return NumberOfEntities(*(a + b for a, b in zip(self._numbers(), other._numbers(), strict=True)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberOfEntities) and self._numbers() == other._numbers()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f'<NumberOfEntities({", ".join(map(str, self._numbers()))})>'


class Waitable:
    """The base of objects that Node.add_waitable() makes an executor run.

    The executor asks is_ready() whenever an entity of add_to_wait_set() is ready, and whenever something else wakes the
    executor. It then calls take_data(), and execute() as a task. The entities are the handles of guard conditions, and
    subscriptions, clients, services and timers of `rclpy.impl.implementation_singleton.rclpy_implementation`.
    """

    def __init__(self, callback_group: CallbackGroup) -> None:
        self.callback_group = callback_group
        self.callback_group.add_entity(self)
        self._futures: list[Future[Any]] = []

    def __enter__(self) -> Any:
        """Begins a use of the entities."""
        return self

    def __exit__(self, t: Any, v: Any, tb: Any) -> None:
        """Ends a use of the entities."""

    def add_future(self, future: Future[Any]) -> None:
        """Adds a future that the waitable completes."""
        self._futures.append(future)

    def remove_future(self, future: Future[Any]) -> None:
        """Removes a future. Raises ValueError if it was not added."""
        self._futures.remove(future)

    def is_ready(self, wait_set: WaitSet) -> bool:
        """Returns whether there is something to take. Derived classes define it."""
        raise NotImplementedError(f'{type(self).__name__}.is_ready(): a Waitable must define it')

    def take_data(self) -> Any:
        """Returns what execute() gets. Derived classes define it."""
        raise NotImplementedError(f'{type(self).__name__}.take_data(): a Waitable must define it')

    async def execute(self, taken_data: Any) -> None:
        """Runs the work for what take_data() returned. Derived classes define it."""
        raise NotImplementedError(f'{type(self).__name__}.execute(): a Waitable must define it')

    def get_num_entities(self) -> NumberOfEntities:
        """Returns the numbers of entities. Derived classes define it."""
        raise NotImplementedError(f'{type(self).__name__}.get_num_entities(): a Waitable must define it')

    def add_to_wait_set(self, wait_set: WaitSet) -> None:
        """Adds the entities to the wait set. Derived classes define it."""
        raise NotImplementedError(f'{type(self).__name__}.add_to_wait_set(): a Waitable must define it')


class WaitableEntity(Entity):
    """The entity by which an executor listens to a waitable."""

    _is_asked = True

    def __init__(self, waitable: Waitable) -> None:
        self.waitable = waitable
        self.callback_group = waitable.callback_group
        self._wait_set = WaitSet()
        self._wakes: tuple[Notifier | None, int] = (None, 0)
        self._handle = Handle('the waitable')

    def _listen(self, notifier: Notifier | None, key: int) -> None:
        self._wakes = notifier, key
        self._begin_wait()

    def _begin_wait(self) -> None:
        """Asks the waitable what it waits for, which may differ each time."""
        self._wait_set.begin(*self._wakes)
        if self._wakes[0] is not None:
            self.waitable.add_to_wait_set(self._wait_set)

    def _remaining(self) -> float | None:
        """Returns the seconds until the first timer of the waitable is ready."""
        return self._wait_set.remaining()

    def _take(self) -> Callable[[], Any] | None:
        if not self.waitable.is_ready(self._wait_set):
            return None
        try:
            data = self.waitable.take_data()
        finally:
            self._begin_wait()
        return lambda: self.waitable.execute(data)
