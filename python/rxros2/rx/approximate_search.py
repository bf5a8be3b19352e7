# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Which messages belong together if their stamps differ: the search of message_filters' ApproximateTime.

As detail/approximate_search.hpp in C++.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

SET = -1
"""In place of a stream's number: the front of each queue is a set."""


class _Interval(NamedTuple):
    start: int
    end: int
    first: int
    last: int
    """The streams of the earliest and of the latest."""


@dataclass
class _Stream:
    stamps: deque[int] = field(default_factory=deque)
    past: int = 0
    """Of the front, those that the search has passed."""
    has_dropped: bool = False

    @property
    def is_empty(self) -> bool:
        return self.past == len(self.stamps)


class ApproximateSearch:
    """The stamps of what waits, one queue a stream; the messages are its user's, in queues of the same order.

    A set is one message of each stream; it is the better the shorter the interval from its first to its last stamp, and
    later ones have to be better by more. A set is found once no set that contains the pivot can be better: that is the
    last of the messages of the first set tried.
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

    def add(self, which: int, stamp: int) -> list[int]:
        """A message has come. What is to be done with the queues, in this order: SET, or whose front is left out."""
        self._steps = []
        to = self._streams[which]
        to.stamps.append(stamp)
        if len(to.stamps) - to.past == 1:
            self._search()
        if len(to.stamps) > self._queue_size:
            self._pivot = None
            self._forget_past()
            self._leave_out(which)
            to.has_dropped = True
            self._search()
        return self._steps

    def finish(self) -> list[int]:
        """A stream has ended and is used up, so the set under way is the best. Nothing: there is none."""
        self._steps = []
        if self._pivot is not None:
            self._emit()
            self._search()
        return self._steps

    def is_used_up(self, which: int) -> bool:
        """Whether all that has come of a stream was left out, emitted, or is part of a set under way."""
        return self._streams[which].is_empty

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
        """At best: of a stream of which nothing waits the earliest that can still come."""
        stream = self._streams[i]
        return max(stream.stamps[-1] + self._bounds[i], self._pivot_time) if stream.is_empty else self._head(i)

    def _all_wait(self) -> bool:
        return not any(each.is_empty for each in self._streams)

    def _penalized(self, end: int) -> int:
        return int((end - self._candidate.end) * self._age)

    def _cannot_be_better(self, end: int) -> bool:
        return self._penalized(end) >= self._pivot_time - self._candidate.start

    def _search(self) -> None:
        streams = self._streams
        while self._all_wait():
            now = self._interval(self._head)
            for i, each in enumerate(streams):
                if i != now.last:
                    each.has_dropped = False  # what was dropped of it would not have been better
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
            found = now.first == self._pivot or self._cannot_be_better(now.end)
            if found or (not self._all_wait() and self._is_proved()):
                self._emit()

    def _is_proved(self) -> bool:
        """Goes on with what can come at best: whether even that is no better than the candidate."""
        pasts = [each.past for each in self._streams]
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
            for each, past in zip(self._streams, pasts, strict=True):
                each.past = past

    def _take_as_candidate(self, now: _Interval) -> None:
        """The heads; what the search had passed before them is in no set."""
        self._candidate = now
        for i, each in enumerate(self._streams):
            past, each.past = each.past, 0
            for _ in range(past):
                self._leave_out(i)

    def _emit(self) -> None:
        self._steps.append(SET)
        self._forget_past()
        for each in self._streams:
            each.stamps.popleft()
        self._pivot = None

    def _forget_past(self) -> None:
        for each in self._streams:
            each.past = 0

    def _leave_out(self, which: int) -> None:
        self._streams[which].stamps.popleft()
        self._steps.append(which)
