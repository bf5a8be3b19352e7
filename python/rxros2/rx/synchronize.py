# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""synchronize: messages of several streams that were made at the same time, by their stamps."""

from __future__ import annotations

import bisect
import threading
from dataclasses import dataclass
from functools import partial
from typing import Any

from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable
from reactivex.subject import Subject

from .approximate_search import SET, ApproximateSearch
from .serial import Serial
from .stream import node_of, of_node
from .timing import stamp_of


@dataclass(frozen=True)
class SynchronizationStatistics:
    """What a synchronization did so far, all its subscriptions together."""

    matched: int
    """Sets that were emitted."""
    unmatched: tuple[int, ...]
    """Messages of each stream that are in no set."""


@dataclass(frozen=True)
class ApproximateOptions:
    """What synchronize() asks of the messages of a set: that no other messages fit better.

    The policy ApproximateTime of message_filters, with its names and defaults; times in seconds.
    """

    age_penalty: float = 0.1
    """By how much more a later set has to be better than an earlier one."""
    max_interval: float | None = None
    """The stamps of one set differ by no more than this."""
    lower_bounds: tuple[float, ...] = ()
    """Of each stream the least time between two stamps, if known: sets are found earlier. As many as streams."""


class Synchronization:
    """The sets that match, and what was left out."""

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
        self._lock = threading.Lock()
        self._matched = 0
        self._unmatched = [0] * len(streams)
        self._left_out: Subject[tuple[int, Any]] = Subject()
        self._left_out_serial = Serial()  # of all subscriptions

    def matched(self) -> Observable[tuple[Any, ...]]:
        """Tuples of one message of each stream. Each subscription subscribes to the streams, with queues of its own."""

        def subscribe(
            observer: abc.ObserverBase[tuple[Any, ...]], passed: abc.SchedulerBase | None = None
        ) -> abc.DisposableBase:
            kind = _Matching if self._approximate is None else _Approximating
            return kind(self, observer).begin(passed)

        made = Observable(subscribe)
        node = node_of(*self._streams)
        return made if node is None else of_node(node, made)

    def unmatched(self) -> Observable[tuple[int, Any]]:
        """(number of the stream, message) of what is in no set, while matched() runs. Has no end of its own."""
        return self._left_out

    def statistics(self) -> SynchronizationStatistics:
        """Any thread."""
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
    message within the tolerance of the newest first one: nothing waits for a better match, of several that fit the
    newest is taken. What can no longer match, since a stream is beyond it or its queue is full, goes to unmatched()
    and is counted. Completes when a stream that has completed has nothing left to match; the first error ends it, also
    that of a message without a header. No thread waits for another: what arrives while one is at work here is handled
    by that one.

    ::

        a (stamps)                                              --1-----3-----5-----7---|
        b (stamps)                                              ----2-----4-----6-------|
        synchronize(a, b, approximate=ApproximateOptions())     --------12--34--56------|   once 3 shows: 2 fits 1

    `approximate`: the sets are those of message_filters' ApproximateTime. A set is emitted once the messages that have
    come show that no other would be better, so it takes one more message, or lower bounds. The stamps of one stream are
    expected to grow. When a stream has completed and nothing of it is left, the set under way is emitted.

    ValueError for fewer than two streams, a negative tolerance, or a queue_size of 0.
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
            or not approximate.age_penalty >= 0
            or (approximate.max_interval or 0) < 0
            or len(bounds) not in (0, len(streams))
            or any(each < 0 for each in bounds)
        ):
            raise ValueError(
                f'synchronize: expected no tolerance beside approximate, nothing negative in it, and as many '
                f'lower_bounds as streams or none; found {tolerance} and {approximate}'
            )
    return Synchronization(streams, round(tolerance * 1e9), queue_size, approximate)


class _Matching:
    """One subscription. All that the streams bring is handled one after the other, with no lock held."""

    def __init__(self, of: Synchronization, observer: abc.ObserverBase[tuple[Any, ...]]) -> None:
        self._of = of
        self._observer = observer
        self._serial = Serial()
        self._queues: list[list[tuple[int, Any]]] = [[] for _ in of._streams]
        self._completed = [False] * len(of._streams)
        self._held = CompositeDisposable()

    def begin(self, scheduler: abc.SchedulerBase | None) -> abc.DisposableBase:
        run = self._serial.run
        for index, stream in enumerate(self._of._streams):
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
            self._failed(error)
            return
        self._insert(index, stamp, message)
        self._complete_if_over()

    def _insert(self, index: int, stamp: int, message: Any) -> None:
        queue = self._queues[index]
        bisect.insort(queue, (stamp, message), key=lambda each: each[0])
        if len(queue) > self._of._queue_size:
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
            # Nothing that is older than this can still find all of its partners.
            for index in range(len(queues)):
                while queues[index] and queues[index][0][0] < newest - self._of._tolerance:
                    self._leave_out(index)
            if not all(queues) or max(queue[0][0] for queue in queues) != newest:
                continue
            for index in range(len(queues)):  # of several that fit the newest one fits best
                while len(queues[index]) > 1 and queues[index][1][0] <= newest:
                    self._leave_out(index)
            self._emit()
            if self._held.is_disposed:
                return

    def _emit(self) -> None:
        with self._of._lock:
            self._of._matched += 1
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
        _, message = self._queues[index].pop(0)
        with self._of._lock:
            self._of._unmatched[index] += 1
        self._of._left_out_serial.run(self._of._left_out.on_next, (index, message))


class _Approximating(_Matching):
    """By the search of message_filters' ApproximateTime."""

    def __init__(self, of: Synchronization, observer: abc.ObserverBase[tuple[Any, ...]]) -> None:
        super().__init__(of, observer)
        options = of._approximate
        assert options is not None
        longest = options.max_interval
        self._search = ApproximateSearch(
            of._queue_size,
            options.age_penalty,
            None if longest is None else round(longest * 1e9),
            [round(each * 1e9) for each in options.lower_bounds or [0.0] * len(of._streams)],
        )

    def _insert(self, index: int, stamp: int, message: Any) -> None:
        self._queues[index].append((stamp, message))
        self._perform(self._search.add(index, stamp))

    def _perform(self, steps: list[int]) -> None:
        for step in steps:
            if self._held.is_disposed:
                return
            if step == SET:
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
