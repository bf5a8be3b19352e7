# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Ticks and ages: from_timer, interval, sample_with_frequency, max_age, freshness."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, TypeVar

import reactivex.operators
from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable, SingleAssignmentDisposable
from reactivex.operators._timestamp import Timestamp

from ..clock_type import ClockType
from ..stamps import stamp_of
from .node import Node, NodeScheduler, as_node
from .scheduler import loop_scheduler, nanoseconds_of, other_scheduler, tick_every, to_utc
from .stream import Attachment, Reporting, SharedSource, Stream, like, node_of

_T = TypeVar('_T')


class StaleError(TimeoutError):
    """The newest message of a stream became too old."""


def _period(operator: str, seconds: float) -> int:
    nanoseconds = round(seconds * 1e9) if math.isfinite(seconds) else 0
    if nanoseconds <= 0:
        raise ValueError(f'{operator}: the period is {seconds} s; expected more than 0, and not infinite')
    return nanoseconds


def from_timer(node: Node, period: float, clock: ClockType = ClockType.ROS_TIME) -> Stream[int]:
    """Emits 1, 2, 3…, the first after `period` seconds, in the node's executor.

    ::

        from_timer(n, 0.01)   ----1----2----3----|     (one dash: 2 ms; | the node was closed, or shutdown())

    ROS_TIME is the node's time, which stands still while simulated time does. The k-th tick is due at start + k ·
    period; a missed tick is skipped. Subscribed to in another scheduler, such as reactivex's TestScheduler, it ticks in
    that one's time. Raises ValueError unless the period is positive.
    """
    return _ticks(as_node(node), _period('from_timer', period), 1, clock)


def _ticks(node: Node, period: int, first: int, clock: ClockType = ClockType.ROS_TIME) -> Stream[int]:
    def subscribe(observer: abc.ObserverBase[int], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        if (other := other_scheduler(passed)) is not None:
            return _TicksIn(node, other, period, first)._subscribe(observer)
        return _Ticks(node, period, first, clock)._subscribe(observer)

    return Stream(node, subscribe, f'from_timer({period / 1e9:g})')


def _count_in(
    scheduler: abc.SchedulerBase, period: int, first: int, observer: abc.ObserverBase[int]
) -> abc.DisposableBase:
    numbers = itertools.count(first)
    return tick_every(scheduler, period, lambda: observer.on_next(next(numbers)))


class _TicksIn(SharedSource[int]):
    """The ticks of one subscriber in a scheduler that is not of a loop."""

    def __init__(self, node: Node, scheduler: abc.SchedulerBase, period: int, first: int) -> None:
        super().__init__(node, f'from_timer({period / 1e9:g})')
        self._scheduler = scheduler
        self._period = period
        self._numbers = itertools.count(first)
        self._ticking = SingleAssignmentDisposable()

    def _connect(self) -> None:
        self._ticking.disposable = tick_every(self._scheduler, self._period, lambda: self._next(next(self._numbers)))

    def _disconnect(self) -> None:
        self._ticking.dispose()


class _Ticks(SharedSource[int]):
    """The ticks of one subscriber."""

    def __init__(self, node: Node, period: int, first: int, clock: ClockType) -> None:
        super().__init__(node, f'from_timer({period / 1e9:g})')
        self._period = period
        self._count = first
        self._clock = clock
        self._attachment: Attachment | None = None

    def _connect(self) -> None:
        timer = self._node._backing.timer(self._period, self._clock)
        self._attachment = Attachment(self._node, timer, lambda: self._due(timer))

    def _due(self, timer: Any) -> None:
        if timer.take() is not None:
            count, self._count = self._count, self._count + 1
            self._next(count)

    def _disconnect(self) -> None:
        if self._attachment is not None:
            self._attachment.close()


def interval(period: float, scheduler: abc.SchedulerBase | None = None) -> Observable[int]:
    """Emits 0, 1, 2…, the first after `period` seconds.

    Runs in `scheduler`, else in that of the subscription (publish_to_topic: the node's), else in the running asyncio
    loop, else in a thread that all such sources share. It does not drift. In a node it is from_timer(): it follows
    simulated time, and ends with the node. Every scheduler of reactivex will do, also its TestScheduler.
    """
    nanoseconds = _period('interval', period)

    def subscribe(observer: abc.ObserverBase[int], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        if (other := other_scheduler(scheduler, passed)) is not None:
            return _count_in(other, nanoseconds, 0, observer)
        runs_in = loop_scheduler(scheduler or passed)
        if isinstance(runs_in, NodeScheduler) and (node := runs_in.node) is not None:
            return _ticks(node, nanoseconds, 0)._subscribe_core(observer)
        count = 0

        def tick() -> None:
            nonlocal count
            count += 1
            observer.on_next(count - 1)

        return runs_in.every(nanoseconds, tick)

    return Reporting(subscribe, f'interval({period:g})', scheduler)


def sample_with_frequency(
    frequency: float, scheduler: abc.SchedulerBase | None = None
) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(sample_with_frequency(hz)) emits the latest item `hz` times a second, new or not.

    ::

        source                      -1-----2-3-------|
        sample_with_frequency(hz)   +--1--1--3--3--3-|        (+: a tick before the first item emits nothing)

    The period does not drift: 60 Hz are 60 items a second. Ticks are those of interval(): from `scheduler`, else that
    of the source's node, else the subscription's; a TestScheduler that is given to subscribe() comes before the node's.
    Raises ValueError unless the frequency is positive.
    """
    if not 0 < frequency < math.inf:
        raise ValueError(
            f'sample_with_frequency: the frequency is {frequency}; expected more than 0 Hz, and not infinite'
        )
    period = 1 / frequency

    def sample(source: Observable[_T]) -> Observable[_T]:
        node = node_of(source)

        def subscribe(observer: abc.ObserverBase[_T], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            latest: list[_T] = []  # the item, once there is one

            def arrived(item: _T) -> None:
                latest[:] = (item,)

            def tick(_: int) -> None:
                for item in latest:
                    observer.on_next(item)

            runs_in = scheduler or other_scheduler(passed) or (node.scheduler if node is not None else None)
            ticks = interval(period, runs_in)
            held = CompositeDisposable()
            held.add(source.subscribe(arrived, observer.on_error, observer.on_completed, scheduler=passed))
            if not held.is_disposed:
                held.add(ticks.subscribe(tick, observer.on_error, observer.on_completed, scheduler=passed))
            return held

        sampled: Observable[_T] = Observable(subscribe)
        return like(source, sampled)

    return sample


def timestamp(scheduler: abc.SchedulerBase | None = None) -> Callable[[Observable[_T]], Observable[Timestamp[_T]]]:
    """source.pipe(timestamp()) emits Timestamp(value, timestamp): each item with the UTC time of its arrival.

    The time is that of the source's node, simulated or not, jumps included. With a `scheduler`, here or in subscribe(),
    or without a node, it is reactivex's timestamp().
    """

    def stamp(source: Observable[_T]) -> Observable[Timestamp[_T]]:
        node = node_of(source)
        if scheduler is not None or node is None:
            return reactivex.operators.timestamp(scheduler)(source)

        def stamped(item: _T) -> Timestamp[_T]:
            return Timestamp(item, to_utc(node.now()))

        def subscribe(
            observer: abc.ObserverBase[Timestamp[_T]], passed: abc.SchedulerBase | None = None
        ) -> abc.DisposableBase:
            other = other_scheduler(passed)
            operator: Any = reactivex.operators.map(stamped) if other is None else reactivex.operators.timestamp(other)
            stamped_source: Observable[Timestamp[_T]] = operator(source)
            return stamped_source.subscribe(observer, scheduler=passed)

        timestamped: Observable[Timestamp[_T]] = Observable(subscribe)
        return like(source, timestamped)

    return stamp


# --- ages ---


def max_age(
    limit: float, node: Node | None = None, *, scheduler: abc.SchedulerBase | None = None
) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(max_age(seconds)) fails with StaleError once the newest message is older than that, by its stamp.

    ::

        source (stamps)   --1--2--3--------…
        max_age(3)        --1--2--3---X         3 became too old, and nothing newer came

    Items are messages with a header. A message that is too old when it arrives, and silence (from the subscription on),
    are the stream's error. The age is now - header.stamp by the clock of `node`, else of the source's node
    (from_topic); a stamp in the future counts as now. When the clock is set back, starts, or begins or ceases to be
    simulated, the remaining time is kept. With a `scheduler`, here or in subscribe(), such as reactivex's
    TestScheduler, its clock counts. Raises ValueError without node and scheduler, and unless the limit is positive.
    """
    nanoseconds = _period('max_age', limit)

    def watch(source: Observable[_T]) -> Observable[_T]:
        return _watched('max_age', nanoseconds, node, scheduler, source, lambda *all_: _MaxAge(*all_))

    return watch


def freshness(
    limit: float, node: Node | None = None, *, scheduler: abc.SchedulerBase | None = None
) -> Callable[[Observable[Any]], Observable[bool]]:
    """source.pipe(freshness(seconds)) emits True when a message not older than that arrives, False when none does.

    ::

        source (stamps)   -----1--2--3----------4--…
        freshness(3)      ---F-T---------F------T----F        (F False, T True; only changes)

    A watchdog that does not end the stream. Otherwise like max_age, but messages that are too old are ignored.
    """
    nanoseconds = _period('freshness', limit)

    def watch(source: Observable[Any]) -> Observable[bool]:
        return _watched('freshness', nanoseconds, node, scheduler, source, lambda *all_: _Freshness(*all_))

    return watch


def _watched(
    operator: str,
    limit: int,
    node: Node | None,
    scheduler: abc.SchedulerBase | None,
    source: Observable[Any],
    make: Callable[..., _Watch],
) -> Observable[Any]:
    of = as_node(node) if node is not None else node_of(source)
    if of is None and scheduler is None:
        raise ValueError(f'{operator}: the source belongs to no node; expected {operator}(limit, node)')

    def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        runs_in = scheduler or other_scheduler(passed)
        watch = make(limit, _Clock(of, runs_in), observer)
        watch.begin(source, passed)
        return watch.disposable

    return Observable(subscribe) if of is None else Stream(of, subscribe, getattr(source, 'name', operator))


class _Clock:
    """The clock by which messages age: that of `scheduler`, else the node's."""

    def __init__(self, node: Node | None, scheduler: abc.SchedulerBase | None) -> None:
        self.now: Callable[[], int]
        """Returns the time in nanoseconds since 1970."""
        self.elapsed: Callable[[], int]
        """Returns nanoseconds that never go back; only differences are meaningful."""
        if scheduler is not None:
            self.scheduler: abc.SchedulerBase = scheduler
            self.now = self.elapsed = partial(nanoseconds_of, scheduler)
        else:
            assert node is not None
            self.scheduler, self.now, self.elapsed = node.scheduler, node.now, node.scheduler.time_ns


class _Watch:
    """A subscription with one timer, which is set once per limit and not once per item. In the node's executor."""

    operator: ClassVar[str]

    def __init__(self, limit: int, clock: _Clock, observer: abc.ObserverBase[Any]) -> None:
        self.limit = limit
        self.observer = observer
        self.disposable = CompositeDisposable()
        self._clock = clock
        self._good_until = 0  # in the clock's elapsed time

    def begin(self, source: Observable[Any], passed: abc.SchedulerBase | None) -> None:
        """Subscribes to the source and sets the timer."""
        self._good_until = self._clock.elapsed() + self.limit
        self._wake_at(self.limit)
        self.disposable.add(
            source.subscribe(self._arrived, self._failed, self._completed, scheduler=passed or self._clock.scheduler)
        )

    def _arrived(self, message: Any) -> None:
        try:
            stamp = stamp_of(message)
        except TypeError as error:
            self._failed(TypeError(f'{self.operator}: {error}'))
            return
        age = max(self._clock.now() - stamp, 0)  # a stamp in the future, as after a jump back, gets no bonus
        fresh = age <= self.limit
        if fresh:
            self._good_until = max(self._good_until, self._clock.elapsed() + self.limit - age)
        self.item(message, fresh)

    def _wake_at(self, delay: int) -> None:
        held = SingleAssignmentDisposable()
        self.disposable.add(held)

        def wake(*_: Any) -> None:
            self.disposable.remove(held)
            if self.disposable.is_disposed:
                return
            remaining = self._good_until - self._clock.elapsed()
            if remaining <= 0:
                remaining = self.limit
                self.silent()
            if not self.disposable.is_disposed:
                self._wake_at(remaining)

        held.disposable = self._clock.scheduler.schedule_relative(max(delay, 1) / 1e9, wake)

    def _failed(self, error: Exception) -> None:
        self.disposable.dispose()
        self.observer.on_error(error)

    def _completed(self) -> None:
        self.disposable.dispose()
        self.observer.on_completed()

    def item(self, message: Any, fresh: bool) -> None:
        """Handles a message and whether it is fresh."""
        raise NotImplementedError

    def silent(self) -> None:
        """Handles a limit without a fresh message."""
        raise NotImplementedError


class _MaxAge(_Watch):
    operator = 'max_age'

    def item(self, message: Any, fresh: bool) -> None:
        if fresh:
            self.observer.on_next(message)
        else:
            self.silent()

    def silent(self) -> None:
        self._failed(StaleError(f'max_age: no message newer than {self.limit / 1e9:g} s'))


class _Freshness(_Watch):
    operator = 'freshness'
    reported: bool | None = None

    def item(self, message: Any, fresh: bool) -> None:
        if fresh:
            self._report(True)

    def silent(self) -> None:
        self._report(False)

    def _report(self, fresh: bool) -> None:
        if self.reported is not fresh:
            self.reported = fresh
            self.observer.on_next(fresh)


__all__ = [
    'StaleError',
    'freshness',
    'from_timer',
    'interval',
    'max_age',
    'sample_with_frequency',
    'timestamp',
]
