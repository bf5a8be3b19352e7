# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""observe_on: hands items over to another thread through a bounded queue."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable, Disposable

from .._caller import place_of, user_frame
from ..aio.core.losses import LossCount, losses
from .scheduler import LoopScheduler, running_loop
from .stream import like, node_of

_AT_ONCE = 64
_log = logging.getLogger('rxros2.rx')


class Overflow(str, Enum):
    """The treatment of an item for which there is no room (backpressure)."""

    LATEST = 'latest'
    """The newest item waits; older ones are dropped."""
    DROP_OLDEST = 'drop_oldest'
    """The oldest item is dropped."""
    DROP_NEWEST = 'drop_newest'
    """The new item is dropped."""
    BLOCK = 'block'
    """The source blocks until there is room."""
    ERROR = 'error'
    """The stream ends with OverflowError, after the items that wait."""


@dataclass(frozen=True)
class HandOverStatistics:
    """The counts of all subscriptions together."""

    delivered: int
    """Items that were emitted."""
    dropped: int
    """Items that were dropped because the queue was full."""


class ObserveOn:
    """The operator observe_on(scheduler), with its statistics."""

    def __init__(self, scheduler: abc.SchedulerBase, overflow: Overflow, capacity: int) -> None:
        self._scheduler = scheduler
        self._overflow = overflow
        self._capacity = 1 if overflow == Overflow.LATEST else capacity
        self._lock = threading.Lock()  # guards the two members below
        self._delivered = 0
        self._losses = LossCount()
        self._place = place_of(user_frame())

    def __call__(self, source: Observable[Any]) -> Observable[Any]:
        node = node_of(source)
        log = _log.warning if node is None else node.logger.warning

        def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            return _HandOver(self, observer, log).begin(source, passed)

        observed: Observable[Any] = Observable(subscribe)
        return like(source, observed)

    def _lose(self, log: Callable[[str], object]) -> None:
        """Counts a dropped item, and reports it unless the latest item is all that the program wants. Any thread."""
        with self._lock:
            report = self._losses.add() and self._overflow is not Overflow.LATEST
            text = losses(self._losses.take(), self._losses.total, 'dropped') if report else ''
        if report:
            place = f' at {self._place}' if self._place else ''
            log(
                f'observe_on{place}: {text}: {self._capacity} items waited for the scheduler; do less behind it, use a '
                "larger capacity, or 'latest' if only the newest item matters"
            )

    def statistics(self) -> HandOverStatistics:
        """Returns the counts so far. Any thread."""
        with self._lock:
            return HandOverStatistics(self._delivered, self._losses.total)


def observe_on(
    scheduler: abc.SchedulerBase, overflow: Overflow | str = Overflow.BLOCK, capacity: int = 1024
) -> ObserveOn:
    """source.pipe(observe_on(scheduler)) emits the items in the thread of the scheduler, such as node.scheduler.

    At most `capacity` items wait in between; `overflow` selects the treatment of further ones. Drops are
    logged, except for 'latest', and counted: ``hop = observe_on(s, 'latest'); source.pipe(hop, …);
    hop.statistics().dropped``. A source that would block in the scheduler's own loop would be a deadlock: that is the
    stream's OverflowError. Raises ValueError for an unknown policy and for a capacity below 1.
    """
    if capacity < 1:
        raise ValueError(f'observe_on: the capacity is {capacity}; expected 1 or more')
    return ObserveOn(scheduler, Overflow(overflow), capacity)


class _HandOver:
    """A subscription of observe_on."""

    def __init__(self, operator: ObserveOn, observer: abc.ObserverBase[Any], log: Callable[[str], object]) -> None:
        self._operator = operator
        self._log = log
        self._observer = observer
        self._room = threading.Condition()  # guards the following members
        self._items: deque[Any] = deque()
        self._end: tuple[Exception | None] | None = None  # emitted after the items that wait
        self._scheduled = False
        self._held = CompositeDisposable(Disposable(self._dispose))

    def begin(self, source: Observable[Any], scheduler: abc.SchedulerBase | None) -> abc.DisposableBase:
        """Subscribes to the source."""
        self._held.add(source.subscribe(self._arrived, self._ended, self._ended, scheduler=scheduler))
        return self._held

    def _arrived(self, item: Any) -> None:
        operator, dropped, full = self._operator, 0, False
        with self._room:
            if self._end is not None or self._held.is_disposed:
                return
            if len(self._items) >= operator._capacity:
                if operator._overflow in (Overflow.LATEST, Overflow.DROP_OLDEST):
                    self._items.popleft()
                    dropped = 1
                elif operator._overflow == Overflow.DROP_NEWEST:
                    dropped, full = 1, True
                else:
                    full = operator._overflow == Overflow.ERROR or not self._wait_for_room()
                    if full:
                        self._end = (OverflowError(f'observe_on: {operator._capacity} items wait already'),)
            if not full:
                self._items.append(item)
            schedule = self._schedule()
        if dropped:
            operator._lose(self._log)
        if schedule:
            operator._scheduler.schedule(self._deliver)

    def _wait_for_room(self) -> bool:
        """Waits for room. Returns False in the thread that would have to make the room."""
        scheduler = self._operator._scheduler
        if isinstance(scheduler, LoopScheduler) and running_loop() is scheduler.loop:
            return False
        self._room.wait_for(lambda: len(self._items) < self._operator._capacity or self._held.is_disposed)
        return True

    def _ended(self, error: Exception | None = None) -> None:
        # At the end of a node only actions that are scheduled from then on still run: one of before comes too late.
        of_loop = isinstance(self._operator._scheduler, LoopScheduler)
        with self._room:
            if self._end is None:
                self._end = (error,)
            schedule = self._schedule() or (of_loop and not self._held.is_disposed)
        if schedule:
            self._operator._scheduler.schedule(self._deliver)

    def _schedule(self) -> bool:
        if self._scheduled or self._held.is_disposed:
            return False
        self._scheduled = True
        return True

    def _deliver(self, *_: Any) -> None:
        for _turn in range(_AT_ONCE):
            with self._room:
                if self._held.is_disposed:
                    return
                end = None if self._items else self._end
                if not self._items and end is None:
                    self._scheduled = False
                    return
                item = self._items.popleft() if self._items else None
                self._room.notify_all()
            if end is None:
                with self._operator._lock:
                    self._operator._delivered += 1
                try:
                    self._observer.on_next(item)
                except Exception as error:
                    end = (error,)
            if end is not None:
                self._held.dispose()
                if end[0] is None:
                    self._observer.on_completed()
                else:
                    self._observer.on_error(end[0])
                return
        self._operator._scheduler.schedule(self._deliver)

    def _dispose(self) -> None:
        with self._room:
            self._items.clear()
            self._room.notify_all()


__all__ = ['HandOverStatistics', 'ObserveOn', 'Overflow', 'observe_on']
