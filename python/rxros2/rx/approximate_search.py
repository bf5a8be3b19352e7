# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Finds messages with similar stamps that belong together: the algorithm of message_filters' ApproximateTime.

It corresponds to detail/approximate_search.hpp in C++.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

SET = -1
"""A step in place of a stream's number: the front of each queue is a set."""


class _Interval(NamedTuple):
    start: int
    end: int
    first: int
    last: int
    """The streams with the earliest and with the latest stamp."""


@dataclass
class _Stream:
    stamps: deque[int] = field(default_factory=deque)
    past: int = 0
    """The number of stamps at the front that the search has passed."""
    has_dropped: bool = False

    @property
    def is_empty(self) -> bool:
        return self.past == len(self.stamps)


class ApproximateSearch:
    """The stamps of the messages that wait, in a queue for each stream; the user has the messages in the same order.

    A set is one message of each stream. It is the better the shorter the interval from its first to its last stamp is,
    and a later set has to be better by a penalty. A set is found once no set that contains the pivot can be better.
    The pivot is the latest message of the first set that was tried.
    """

    def __init__(self, queue_size: int, age_penalty: float, max_interval: int | None, lower_bounds: list[int]) -> None:
        self._queue_size = queue_size
        self._age = 1 + age_penalty
        self._max_interval = max_interval
        self._bounds = lower_bounds
        self._streams = [_Stream() for _ in lower_bounds]
        self._pivot: int | None = None
        self._pivot_time = 0
        self._candidate = _Interval(0, 0, 0, 0)
        self._steps: list[int] = []

    def add(self, stream: int, stamp: int) -> list[int]:
        """Adds a stamp. Returns the steps for the queues, in order: SET, or the stream whose front is left out."""
        self._steps = []
        to = self._streams[stream]
        to.stamps.append(stamp)
        if len(to.stamps) - to.past == 1:
            self._search()
        if len(to.stamps) > self._queue_size:
            self._pivot = None
            self._forget_past()
            self._leave_out(stream)
            to.has_dropped = True
            self._search()
        return self._steps

    def finish(self) -> list[int]:
        """Ends a stream that is used up: the present candidate is the best set. Returns no steps if there is none."""
        self._steps = []
        if self._pivot is not None:
            self._emit()
            self._search()
        return self._steps

    def is_used_up(self, stream: int) -> bool:
        """Returns whether all messages of a stream were left out, emitted, or belong to the candidate."""
        return self._streams[stream].is_empty

    def _interval(self, time: Callable[[int], int]) -> _Interval:
        start = end = time(0)
        first = last = 0
        for i in range(1, len(self._streams)):
            t = time(i)
            if t < start:
                start, first = t, i
            if t >= end:
                end, last = t, i
        return _Interval(start, end, first, last)

    def _head(self, i: int) -> int:
        stream = self._streams[i]
        return stream.stamps[stream.past]

    def _head_to_come(self, i: int) -> int:
        """Returns the head of a stream or, if it is empty, the earliest stamp that can still arrive."""
        stream = self._streams[i]
        return max(stream.stamps[-1] + self._bounds[i], self._pivot_time) if stream.is_empty else self._head(i)

    def _all_wait(self) -> bool:
        return not any(stream.is_empty for stream in self._streams)

    def _penalized(self, end: int) -> int:
        return int((end - self._candidate.end) * self._age)

    def _cannot_be_better(self, end: int) -> bool:
        return self._penalized(end) >= self._pivot_time - self._candidate.start

    def _search(self) -> None:
        streams = self._streams
        while self._all_wait():
            now = self._interval(self._head)
            for i, stream in enumerate(streams):
                if i != now.last:
                    stream.has_dropped = False  # its dropped messages would not have been better
            if self._pivot is None:
                too_long = self._max_interval is not None and now.end - now.start > self._max_interval
                if too_long or streams[now.last].has_dropped:
                    self._leave_out(now.first)
                    continue
                self._pivot, self._pivot_time = now.last, now.end
                self._take_as_candidate(now)
            elif self._penalized(now.end) < now.start - self._candidate.start:
                self._take_as_candidate(now)
            streams[now.first].past += 1
            is_found = now.first == self._pivot or self._cannot_be_better(now.end)
            if is_found or (not self._all_wait() and self._is_proved()):
                self._emit()

    def _is_proved(self) -> bool:
        """Returns whether even the best stamps that can still arrive do not beat the candidate."""
        pasts = [stream.past for stream in self._streams]
        try:
            while True:
                best = self._interval(self._head_to_come)
                if self._cannot_be_better(best.end):
                    return True
                is_better = self._penalized(best.end) < best.start - self._candidate.start
                if is_better or self._streams[best.first].is_empty:
                    return False
                self._streams[best.first].past += 1
        finally:
            for stream, past in zip(self._streams, pasts, strict=True):
                stream.past = past

    def _take_as_candidate(self, now: _Interval) -> None:
        """Makes the heads the candidate. Messages that the search had passed before them belong to no set."""
        self._candidate = now
        for i, stream in enumerate(self._streams):
            past, stream.past = stream.past, 0
            for _ in range(past):
                self._leave_out(i)

    def _emit(self) -> None:
        self._steps.append(SET)
        self._forget_past()
        for stream in self._streams:
            stream.stamps.popleft()
        self._pivot = None

    def _forget_past(self) -> None:
        for stream in self._streams:
            stream.past = 0

    def _leave_out(self, stream: int) -> None:
        self._streams[stream].stamps.popleft()
        self._steps.append(stream)
