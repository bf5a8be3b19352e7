# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reports of lost items: the first loss at once, then sums at a low rate."""

from __future__ import annotations

import math
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .base_sub import BaseSub

_NEXT_REPORT = 10.0
"""Seconds between the reports of losses that go on."""


class LossCount:
    """Counts losses, and decides when they are reported. Not thread-safe."""

    def __init__(self) -> None:
        self.total = 0
        self._reported = 0
        self._due = -math.inf

    def add(self, count: int = 1) -> bool:
        """Counts lost items. Returns True if they should be reported now, with the result of take()."""
        self.total += count
        now = time.monotonic()
        if now < self._due:
            return False
        self._due = now + _NEXT_REPORT
        return True

    def take(self) -> int:
        """Returns the number of lost items that were not reported, and counts them as reported."""
        new, self._reported = self.total - self._reported, self.total
        return new


class QueueLosses:
    """The items that the queues of a sub have dropped. It does not refer to the sub, nor to its items."""

    def __init__(self, sub: BaseSub[Any]) -> None:
        self._sub = weakref.ref(sub)
        self._count = LossCount()
        self._cause: Callable[[], str] = str
        self.is_due = False
        """True if the loop has to call report()."""

    def add(self, cause: Callable[[], str]) -> bool:
        """Counts a dropped item. `cause` returns the cause and the cure. Call it under the sub's lock, in any thread.

        Returns True if the loop has to be woken for a report.
        """
        self._cause = cause
        due = self._count.add()
        self.is_due |= due
        return due

    def report(self) -> None:
        """Logs what was not reported yet. Call it without the lock."""
        self.is_due = False
        new, sub = self._count.take(), self._sub()
        if new and sub is not None:
            sub._logger.warning(f'{sub.name}: {losses(new, self._count.total, "dropped")}: {self._cause()}')


def losses(new: int, total: int, verb: str, noun: str = 'item') -> str:
    """Returns the text of a report: '3 items were lost, 12 so far'."""
    were = 'was' if new == 1 else 'were'
    return f'{new} {noun}{"s" * (new != 1)} {were} {verb}' + (f', {total} so far' if total != new else '')


def lost_messages(lost: LossCount, qos: Any, dropped: int) -> str:
    """Returns the report of messages that a subscription has lost, of which its queue has `dropped` some."""
    count = losses(lost.take(), lost.total, 'lost', 'message')
    if dropped:
        return (
            f'{count}: the executor was busy while more arrived than the QoS depth of {qos.depth} holds; do less in '
            'one callback, or use a larger depth'
        )
    return f'{count}: they did not arrive; use reliable QoS on both sides and a larger depth of the publisher'


def full_queue(place: str, size: int) -> Callable[[], str]:
    """Returns the cause for the queue of a listener; `place` is the line of its listen_reliable()."""
    return lambda: (
        f'the queue of {size} of listen_reliable(){" at " + place if place else ""} is full, as items arrive faster '
        'than they are taken; give it a larger queue_size (0: unbounded), or use listen() for the latest item only'
    )


def full_callbacks(size: int) -> Callable[[], str]:
    """Returns the cause for the queue in front of the callbacks of a sub."""
    return lambda: (
        f'the loop was busy while {size} items waited for asap_callback; do less in one step of the loop, or set '
        'asap_queue_size'
    )


__all__ = ['LossCount', 'QueueLosses', 'full_callbacks', 'full_queue', 'losses', 'lost_messages']
