# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LoopScheduler: reactivex's actions and timers on an asyncio loop, with one heap and one kernel timer for all."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from reactivex import abc, typing
from reactivex.disposable import (
    CompositeDisposable,
    Disposable,
    MultipleAssignmentDisposable,
    SingleAssignmentDisposable,
)
from reactivex.scheduler.periodicscheduler import PeriodicScheduler

from ..aio.core.background import background_loop
from ..aio.core.timer import Timer, clock_of, make_timer
from ..stream_errors import describe

_State = TypeVar('_State')


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Returns the loop that runs in this thread; None if none runs."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class _Entry:
    """An action that is due at a time; `work` is None after it has run or was cancelled."""

    __slots__ = ('due', 'number', 'work')

    def __init__(self, due: int, number: int, work: Callable[[], None]) -> None:
        self.due = due
        self.number = number
        self.work: Callable[[], None] | None = work

    def __lt__(self, other: _Entry) -> bool:
        return (self.due, self.number) < (other.due, other.number)

    def cancel(self) -> None:
        """Cancels the action."""
        self.work = None


class LoopScheduler(PeriodicScheduler):
    """Runs actions in the thread of `loop`, in the order of their times. Any thread may schedule and cancel.

    Times are as exact as the kernel's timers, and monotonic: setting the system's clock moves nothing. The k-th action
    of a period is due at start + k · period; actions that a busy loop missed are skipped. An exception of an action
    goes to the loop's exception handler and ends its period. Once the loop is closed nothing runs.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._loop = loop
        self._now_ns = clock_of(loop)
        self._numbers = itertools.count()
        # The following belong to the loop's thread.
        self._heap: list[_Entry] = []
        self._timer: Timer | None = None

    def _make_timer(self) -> Timer:
        """Makes the timer for all actions. Called in the loop's thread."""
        return make_timer(self._loop, self._turn)

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop | None = None) -> LoopScheduler:
        """Returns the scheduler of a loop, by default of the running one; the same for each call."""
        loop = loop or asyncio.get_running_loop()
        scheduler: LoopScheduler | None = getattr(loop, '_rxros2_scheduler', None)
        if scheduler is None:
            scheduler = cls(loop)
            loop._rxros2_scheduler = scheduler  # type: ignore[attr-defined]
        return scheduler

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The asyncio loop."""
        return self._loop

    def time_ns(self) -> int:
        """Returns nanoseconds of the clock of waits, which never goes back. Only differences are meaningful."""
        return self._now_ns()

    def run(self, work: Callable[..., object], *arguments: Any) -> None:
        """Calls `work` in the loop's thread: immediately in that thread, else soon."""
        if running_loop() is self._loop:
            work(*arguments)
        else:
            self.post(work, *arguments)

    def post(self, work: Callable[..., object], *arguments: Any) -> None:
        """Calls `work` in the loop's next turn."""
        try:
            self._loop.call_soon_threadsafe(work, *arguments)
        except RuntimeError:
            if not self._loop.is_closed():
                raise

    def schedule(self, action: abc.ScheduledAction[_State], state: _State | None = None) -> abc.DisposableBase:
        """Runs the action in the loop's next turn."""
        held = SingleAssignmentDisposable()

        def work() -> None:
            try:
                if not held.is_disposed:
                    held.disposable = self.invoke_action(action, state)
            except Exception as error:
                self._action_failed(error)

        self.post(work)
        return held

    def schedule_relative(
        self, duetime: typing.RelativeTime, action: abc.ScheduledAction[_State], state: _State | None = None
    ) -> abc.DisposableBase:
        """Runs the action after some time."""
        delay = round(self.to_seconds(duetime) * 1e9)
        if delay <= 0:
            return self.schedule(action, state)
        held = SingleAssignmentDisposable()

        def work() -> None:
            held.disposable = self.invoke_action(action, state)

        return CompositeDisposable(self._after(delay, work), held)

    def schedule_absolute(
        self, duetime: typing.AbsoluteTime, action: abc.ScheduledAction[_State], state: _State | None = None
    ) -> abc.DisposableBase:
        """Runs the action at a time."""
        return self.schedule_relative(self.to_datetime(duetime) - self.now, action, state)

    def schedule_periodic(
        self,
        period: typing.RelativeTime,
        action: typing.ScheduledPeriodicAction[_State],
        state: _State | None = None,
    ) -> abc.DisposableBase:
        """Runs the action in each period."""
        return self.every(max(1, round(self.to_seconds(period) * 1e9)), _Fold(action, state))

    def after(self, delay: int, work: Callable[[], None]) -> abc.DisposableBase:
        """Calls `work` after `delay` nanoseconds that are never simulated."""
        return self._after(delay, work)

    def every(self, period: int, work: Callable[[], object]) -> abc.DisposableBase:
        """Calls `work` every `period` nanoseconds, the first time after one, until disposed."""
        start = self._now_ns()
        count = 1
        ended = False
        entry: _Entry

        def tick() -> None:
            nonlocal count, entry
            work()
            if not ended:
                count = max(count, (self._now_ns() - start) // period) + 1
                entry = self._at(start + count * period, tick)

        def end() -> None:
            nonlocal ended
            ended = True
            entry.cancel()

        entry = self._at(start + period, tick)
        return Disposable(end)

    # ---

    def _after(self, delay: int, work: Callable[[], None]) -> abc.DisposableBase:
        """Does after() in the scheduler's own time."""
        return Disposable(self._at(self._now_ns() + delay, work).cancel)

    def _at(self, due: int, work: Callable[[], None]) -> _Entry:
        entry = _Entry(due, next(self._numbers), work)
        self.run(self._insert, entry)
        return entry

    def _insert(self, entry: _Entry) -> None:
        heapq.heappush(self._heap, entry)
        if self._heap[0] is entry:
            self._arm(entry.due)

    def _arm(self, due: int) -> None:
        if self._timer is None:
            self._timer = self._make_timer()
        self._timer.arm(max(due - self._now_ns(), 1))

    def _turn(self) -> None:
        now = self._now_ns()
        heap = self._heap
        while heap and (heap[0].due <= now or heap[0].work is None):
            work, entry = heap[0].work, heapq.heappop(heap)
            if work is None:
                continue
            entry.work = None
            try:
                work()
            except Exception as error:
                self._action_failed(error)
        if heap:
            self._arm(heap[0].due)
        else:
            self._rest()

    def _action_failed(self, error: Exception) -> None:
        """Reports an exception that an action raised."""
        message = f'{describe(error)}: a scheduled action failed'
        self._loop.call_exception_handler({'message': message, 'exception': error})

    def _rest(self) -> None:
        """Releases the timer when no action waits."""
        if self._timer is not None:
            self._timer.close()
            self._timer = None


class _Fold:
    """A periodic action of reactivex, which passes its state from call to call."""

    def __init__(self, action: Callable[[Any], Any], state: Any) -> None:
        self._action = action
        self._state = state

    def __call__(self) -> None:
        self._state = self._action(self._state)


def loop_scheduler(scheduler: abc.SchedulerBase | None) -> LoopScheduler:
    """Returns `scheduler` if it is one of a loop; else that of the running loop, else the background thread's."""
    if isinstance(scheduler, LoopScheduler):
        return scheduler
    loop = running_loop()
    return LoopScheduler.of(loop or background_loop())


def other_scheduler(*schedulers: abc.SchedulerBase | None) -> abc.SchedulerBase | None:
    """Returns the first scheduler, unless it is one of a loop: then, and without one, None.

    Streams of a node run in its scheduler, unless a program gives another one to an operator or to subscribe(), such as
    reactivex's TestScheduler.
    """
    first = next((scheduler for scheduler in schedulers if scheduler is not None), None)
    return None if isinstance(first, LoopScheduler) else first


def nanoseconds_of(scheduler: abc.SchedulerBase) -> int:
    """Returns the time of a scheduler in nanoseconds since 1970; a virtual scheduler begins there."""
    return round(scheduler.to_seconds(scheduler.now) * 1e9)


def tick_every(scheduler: abc.SchedulerBase, period: int, tick: Callable[[], object]) -> abc.DisposableBase:
    """Calls `tick` every `period` nanoseconds of any scheduler of reactivex, the first time after one.

    The k-th tick is due at start + k · period; ticks that a busy scheduler missed are skipped.
    """
    start = nanoseconds_of(scheduler)
    count = 1
    ended = False
    held = MultipleAssignmentDisposable()

    def act(*_: Any) -> None:
        nonlocal count
        tick()
        count = max(count, (nanoseconds_of(scheduler) - start) // period) + 1
        schedule()

    def schedule() -> None:
        if not ended:
            due = scheduler.to_datetime((start + count * period) / 1e9)
            held.disposable = scheduler.schedule_absolute(due, act)

    def end() -> None:
        nonlocal ended
        ended = True
        held.dispose()

    schedule()
    return Disposable(end)


def to_utc(nanoseconds: int) -> datetime:
    """Returns the UTC time of nanoseconds since 1970."""
    return PeriodicScheduler.to_datetime(nanoseconds / 1e9)
