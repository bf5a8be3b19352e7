# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LoopScheduler: reactivex's work and timers on an asyncio loop. One heap and one kernel timer for all of them."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from reactivex import abc, typing
from reactivex.disposable import CompositeDisposable, Disposable, SingleAssignmentDisposable
from reactivex.scheduler.periodicscheduler import PeriodicScheduler

from ..aio.core.background import background_loop
from ..aio.core.timer import Timer, clock_of, make_timer

_State = TypeVar('_State')


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that runs in this thread."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class _Entry:
    """Work that is due at a time; without `work` it was cancelled, or is done."""

    __slots__ = ('due', 'number', 'work')

    def __init__(self, due: int, number: int, work: Callable[[], None]) -> None:
        self.due = due
        self.number = number
        self.work: Callable[[], None] | None = work

    def __lt__(self, other: _Entry) -> bool:
        return (self.due, self.number) < (other.due, other.number)

    def cancel(self) -> None:
        self.work = None


class LoopScheduler(PeriodicScheduler):
    """Runs what is scheduled in the thread of `loop`, in the order of its times. Any thread may schedule and cancel.

    Times are exact to the kernel's timers, and monotonic: setting the system's clock moves nothing. The k-th action of
    a period is due at start + k · period; those that a busy loop missed are left out. What an action raises goes to the
    loop's exception handler, and ends its period. Once the loop is closed nothing runs any more.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._loop = loop
        self._now_ns = clock_of(loop)
        self._numbers = itertools.count()
        # Of the loop's thread.
        self._heap: list[_Entry] = []
        self._timer: Timer | None = None

    def _make_timer(self) -> Timer:
        """Makes the one timer of all work. Called in the loop's thread."""
        return make_timer(self._loop, self._turn)

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop | None = None) -> LoopScheduler:
        """The loop's; that of the running loop if none is given. The same for each call."""
        loop = loop or asyncio.get_running_loop()
        found: LoopScheduler | None = getattr(loop, '_rxros2_scheduler', None)
        if found is None:
            found = cls(loop)
            loop._rxros2_scheduler = found  # type: ignore[attr-defined]
        return found

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    def time_ns(self) -> int:
        """Returns nanoseconds that never go back, in which waits are counted. Only differences mean something."""
        return self._now_ns()

    def run(self, work: Callable[..., object], *arguments: Any) -> None:
        """Calls `work` in the loop's thread: now if this is it, else soon."""
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
        made = SingleAssignmentDisposable()

        def work() -> None:
            if not made.is_disposed:
                made.disposable = self.invoke_action(action, state)

        self.post(work)
        return made

    def schedule_relative(
        self, duetime: typing.RelativeTime, action: abc.ScheduledAction[_State], state: _State | None = None
    ) -> abc.DisposableBase:
        delay = round(self.to_seconds(duetime) * 1e9)
        if delay <= 0:
            return self.schedule(action, state)
        made = SingleAssignmentDisposable()

        def work() -> None:
            made.disposable = self.invoke_action(action, state)

        return CompositeDisposable(self._after(delay, work), made)

    def schedule_absolute(
        self, duetime: typing.AbsoluteTime, action: abc.ScheduledAction[_State], state: _State | None = None
    ) -> abc.DisposableBase:
        return self.schedule_relative(self.to_datetime(duetime) - self.now, action, state)

    def schedule_periodic(
        self,
        period: typing.RelativeTime,
        action: typing.ScheduledPeriodicAction[_State],
        state: _State | None = None,
    ) -> abc.DisposableBase:
        return self.every(max(1, round(self.to_seconds(period) * 1e9)), _Fold(action, state))

    def after(self, delay: int, work: Callable[[], None]) -> abc.DisposableBase:
        """Calls `work` in `delay` nanoseconds that nothing simulates."""
        return self._after(delay, work)

    def every(self, period: int, work: Callable[[], object]) -> abc.DisposableBase:
        """Calls `work` every `period` nanoseconds, the first time after one, until it is disposed."""
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
        """after(), in the scheduler's own time."""
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
                self._loop.call_exception_handler({'message': 'a scheduled action failed', 'exception': error})
        if heap:
            self._arm(heap[0].due)
        else:
            self._rest()

    def _rest(self) -> None:
        """Nothing waits any longer."""
        if self._timer is not None:
            self._timer.close()
            self._timer = None


class _Fold:
    """A periodic action of reactivex, which hands its state from call to call."""

    def __init__(self, action: Callable[[Any], Any], state: Any) -> None:
        self._action = action
        self._state = state

    def __call__(self) -> None:
        self._state = self._action(self._state)


def loop_scheduler(scheduler: abc.SchedulerBase | None) -> LoopScheduler:
    """`scheduler` if it is one of a loop; else that of the loop that runs here, else the background thread's."""
    if isinstance(scheduler, LoopScheduler):
        return scheduler
    loop = running_loop()
    return LoopScheduler.of(loop or background_loop())


def to_utc(nanoseconds: int) -> datetime:
    """A time since the epoch as reactivex has it."""
    return PeriodicScheduler.to_datetime(nanoseconds / 1e9)
