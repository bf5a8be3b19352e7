# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""synchronize: joins messages of several streams with equal or similar stamps."""

from __future__ import annotations

import bisect
import math
import threading
from dataclasses import dataclass
from functools import partial
from typing import Any

from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable
from reactivex.subject import Subject

from .._core import ApproximateSearch
from ..durations import FOREVER, nanoseconds
from ..stamps import stamp_of
from .no_match_report import NoMatchReport
from .serial import Serial
from .stream import Reporting, like


@dataclass(frozen=True)
class SynchronizationStatistics:
    """The counts of a synchronization, over all its subscriptions."""

    matched: int
    """Sets that were emitted."""
    unmatched: tuple[int, ...]
    """Messages of each stream that belong to no set."""


@dataclass(frozen=True)
class ApproximateOptions:
    """Options for sets of messages that fit best, by the policy ApproximateTime of message_filters.

    Names and defaults are those of message_filters; times are in seconds.
    """

    age_penalty: float = 0.1
    """The factor by which a later set has to be better than an earlier one."""
    max_interval: float | None = None
    """The greatest difference of the stamps of one set."""
    lower_bounds: tuple[float, ...] = ()
    """The least time between two stamps of each stream, if known: sets are found earlier. One for each stream."""


class Synchronization:
    """The sets of messages that match, and the messages that were left out."""

    def __init__(
        self,
        streams: tuple[Observable[Any], ...],
        tolerance: int,
        queue_size: int,
        approximate: ApproximateOptions | None = None,
    ) -> None:
        self._streams = streams
        self._approximate = approximate
        self._tolerance = tolerance
        self._queue_size = queue_size
        self._lock = threading.Lock()  # guards the two members below
        self._matched = 0
        self._unmatched = [0] * len(streams)
        reporting = [stream for stream in streams if isinstance(stream, Reporting)]
        self._name = f'synchronize({", ".join(stream.name for stream in reporting)})'
        self._of = next((stream for stream in reporting if stream.node is not None), [*reporting, None][0])
        self._left_out: Subject[tuple[int, Any]] = Subject()
        self._left_out_serial = Serial()  # shared by all subscriptions

    def matched(self) -> Observable[tuple[Any, ...]]:
        """Emits tuples of one message of each stream.

        Each subscription subscribes to the streams, with its own queues.
        """

        def subscribe(
            observer: abc.ObserverBase[tuple[Any, ...]], passed: abc.SchedulerBase | None = None
        ) -> abc.DisposableBase:
            kind = _Matching if self._approximate is None else _Approximating
            return kind(self, observer).begin(passed)

        return like(self._of, Observable(subscribe), self._name)

    def unmatched(self) -> Observable[tuple[int, Any]]:
        """Emits (number of the stream, message) for messages of no set, while matched() runs. Never completes."""

        def subscribe(observer: abc.ObserverBase[Any], _: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            return self._left_out.subscribe(observer)

        return like(self._of, Observable(subscribe), f'unmatched of {self._name}')

    def statistics(self) -> SynchronizationStatistics:
        """Returns the counts so far. Any thread."""
        with self._lock:
            return SynchronizationStatistics(self._matched, tuple(self._unmatched))


def synchronize(
    *streams: Observable[Any],
    tolerance: float = 0,
    queue_size: int = 10,
    approximate: ApproximateOptions | None = None,
) -> Synchronization:
    """Joins messages whose header.stamps are the same within `tolerance` seconds, or as close as they get.

    ::

        a (stamps)                      --1-----2-----3-----4--|
        b (stamps)                      ---1-------3----4------|
        synchronize(a, b).matched()     ---11------33---44-----|      …-: as soon as the last of a set is there
        synchronize(a, b).unmatched()   ---------2-------------       2 of a: b is beyond it

    The streams may come from any threads and in any order of stamps. A set is emitted as soon as each stream has a
    message within the tolerance of the newest first one: it does not wait for a better match; of several matching
    messages it takes the newest. A message that can no longer match, because a stream is beyond it or its queue is
    full, goes to unmatched() and is counted. If messages of 3 s go there without a subscriber before the first match,
    the reason is logged. Completes when a stream that has completed has no message left to match; the first error ends
    it, also that of a message without a header. No thread blocks: a message that arrives while a thread is at work here
    is handled by that thread.

    ::

        a (stamps)                                              --1-----3-----5-----7---|
        b (stamps)                                              ----2-----4-----6-------|
        synchronize(a, b, approximate=ApproximateOptions())     --------12--34--56------|   once 3 shows: 2 fits 1

    `approximate`: the sets are those of message_filters' ApproximateTime. A set is emitted once the messages that have
    arrived show that no other set would be better, which takes one more message, or lower bounds. The stamps of one
    stream are expected to grow. When a stream has completed and is used up, the present candidate is emitted.

    Raises ValueError for fewer than two streams, a negative tolerance, or a queue_size of 0.
    """
    if len(streams) < 2 or tolerance < 0 or queue_size < 1:
        raise ValueError(
            f'synchronize: expected two streams or more, a tolerance of 0 or more and a queue_size of 1 or more, found '
            f'{len(streams)}, {tolerance} and {queue_size}'
        )
    if approximate is not None:
        bounds = approximate.lower_bounds
        if (
            tolerance
            or not 0 <= approximate.age_penalty < math.inf
            or (approximate.max_interval or 0) < 0
            or len(bounds) not in (0, len(streams))
            or any(bound < 0 for bound in bounds)
        ):
            raise ValueError(
                f'synchronize: expected no tolerance beside approximate, nothing negative in it, and as many '
                f'lower_bounds as streams or none; found {tolerance} and {approximate}'
            )
    return Synchronization(streams, round(tolerance * 1e9), queue_size, approximate)


class _Matching:
    """A subscription with a tolerance. Items of all streams are handled one after the other, without a lock."""

    def __init__(self, synchronization: Synchronization, observer: abc.ObserverBase[tuple[Any, ...]]) -> None:
        self._synchronization = synchronization
        self._observer = observer
        self._serial = Serial()
        self._queues: list[list[tuple[int, Any]]] = [[] for _ in synchronization._streams]
        self._completed = [False] * len(synchronization._streams)
        self._held = CompositeDisposable()
        self._report = NoMatchReport(synchronization._streams)

    def begin(self, scheduler: abc.SchedulerBase | None) -> abc.DisposableBase:
        """Subscribes to the streams."""
        run = self._serial.run
        for index, stream in enumerate(self._synchronization._streams):
            if not self._held.is_disposed:
                arrived, ended = partial(run, self._arrived, index), partial(run, self._ended, index)
                self._held.add(stream.subscribe(arrived, partial(run, self._failed), ended, scheduler=scheduler))
        return self._held

    def _arrived(self, index: int, message: Any) -> None:
        if self._held.is_disposed:
            return
        try:
            stamp = stamp_of(message)
        except TypeError as error:
            self._failed(TypeError(f'synchronize: {error}'))
            return
        if not self._synchronization._matched:
            self._report.arrived(index, stamp)
        self._insert(index, stamp, message)
        self._complete_if_over()

    def _insert(self, index: int, stamp: int, message: Any) -> None:
        queue = self._queues[index]
        bisect.insort(queue, (stamp, message), key=lambda entry: entry[0])
        if len(queue) > self._synchronization._queue_size:
            self._leave_out(index)
        self._match()

    def _ended(self, index: int) -> None:
        self._completed[index] = True
        self._complete_if_over()

    def _failed(self, error: Exception) -> None:
        if not self._held.is_disposed:
            self._held.dispose()
            self._observer.on_error(error)

    def _match(self) -> None:
        queues = self._queues
        while all(queues):
            newest = max(queue[0][0] for queue in queues)
            # An older message can no longer find partners.
            for index in range(len(queues)):
                while queues[index] and queues[index][0][0] < newest - self._synchronization._tolerance:
                    self._leave_out(index)
            if not all(queues) or max(queue[0][0] for queue in queues) != newest:
                continue
            for index in range(len(queues)):  # the newest of several matching messages fits best
                while len(queues[index]) > 1 and queues[index][1][0] <= newest:
                    self._leave_out(index)
            self._emit()
            if self._held.is_disposed:
                return

    def _emit(self) -> None:
        with self._synchronization._lock:
            self._synchronization._matched += 1
        self._observer.on_next(tuple(queue.pop(0)[1] for queue in self._queues))

    def _complete_if_over(self) -> None:
        over = any(done and not queue for done, queue in zip(self._completed, self._queues, strict=True))
        if over and not self._held.is_disposed:
            self._complete()

    def _complete(self) -> None:
        for index, queue in enumerate(self._queues):
            while queue:
                self._leave_out(index)
        self._held.dispose()
        self._observer.on_completed()

    def _leave_out(self, index: int) -> None:
        stamp, message = self._queues[index].pop(0)
        with self._synchronization._lock:
            self._synchronization._unmatched[index] += 1
        if not self._synchronization._matched and not self._synchronization._left_out.observers:
            self._report.left_out(index, stamp)
        self._synchronization._left_out_serial.run(self._synchronization._left_out.on_next, (index, message))


class _Approximating(_Matching):
    """A subscription with the algorithm of message_filters' ApproximateTime."""

    def __init__(self, synchronization: Synchronization, observer: abc.ObserverBase[tuple[Any, ...]]) -> None:
        super().__init__(synchronization, observer)
        options = synchronization._approximate
        assert options is not None
        longest = options.max_interval
        self._search = ApproximateSearch(
            synchronization._queue_size,
            options.age_penalty,
            FOREVER if longest is None else nanoseconds('max_interval', longest),
            [
                nanoseconds('lower_bounds', bound)
                for bound in options.lower_bounds or [0.0] * len(synchronization._streams)
            ],
        )

    def _insert(self, index: int, stamp: int, message: Any) -> None:
        self._queues[index].append((stamp, message))
        self._perform(self._search.add(index, stamp))

    def _perform(self, steps: list[int | None]) -> None:
        for step in steps:
            if self._held.is_disposed:
                return
            if step is None:
                self._emit()
            else:
                self._leave_out(step)

    def _complete_if_over(self) -> None:
        while not self._held.is_disposed and any(
            done and self._search.is_used_up(index) for index, done in enumerate(self._completed)
        ):
            steps = self._search.finish()
            if not steps:
                self._complete()
            self._perform(steps)


__all__ = ['ApproximateOptions', 'Synchronization', 'SynchronizationStatistics', 'synchronize']
