# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""WaitTimer: how everything in a loop waits for some time of a node, which may be simulated, and may jump."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from ...backing import WaitClock
from ...durations import FOREVER
from ..core.loop_bridge import bridge_of
from ..core.timer import Timer, make_timer


class WaitTimer:
    """Calls back in a loop once so much time of a WaitClock has passed, which is simulated or not, and may change.

    The wait keeps its remaining time when the node's clock is set back, begins, or begins or ceases to be simulated. A
    jump ahead is a lapse of time. To wait for 100 things: a heap, and one timer for the earliest. In the loop's thread.
    """

    def __init__(self, clock: WaitClock, loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
        """The clock is the timer's: it is closed with the timer, and no other may listen to it."""
        self._clock = clock
        self._loop = loop
        self._callback = callback
        self._due: int | None = None
        self._kernel: Timer | None = None  # while nothing is simulated
        self._bridge = bridge_of(loop)
        self._key = self._bridge.add(clock, self._look)

    def now(self) -> int:
        """Nanoseconds that only go on, those of the clock."""
        return self._clock.now()

    def arm(self, ns: int) -> None:
        """Calls back once, `ns` nanoseconds from now, instead of what was armed before."""
        self._due = self._clock.now() + min(max(ns, 0), FOREVER)
        self._begin()

    def disarm(self) -> None:
        """What was armed is not called."""
        self._due = None
        self._stop_kernel()

    def close(self) -> None:
        """No call follows. Any thread; a second call does nothing."""
        self._due = None
        self._bridge.remove(self._key)
        self._clock.close()
        if self._bridge.thread == threading.get_ident() or self._loop.is_closed():
            self._stop_kernel()
        else:
            self._bridge.call(self._stop_kernel)

    def _begin(self) -> None:
        due = self._due
        if due is None:
            return
        if self._clock.is_simulated():
            self._stop_kernel()
            self._clock.wake_at(min(due, (1 << 63) - 1))
            return
        if self._kernel is None:
            self._kernel = make_timer(self._loop, self._look)
        self._kernel.arm(max(due - self._clock.now(), 1))

    def _look(self) -> None:
        """The time may have come, or has another source."""
        self._clock.taking()
        due = self._due  # close() may be called in another thread
        if due is None:
            return
        if self._clock.now() < due:
            self._begin()
            return
        self.disarm()
        self._callback()

    def _stop_kernel(self) -> None:
        kernel, self._kernel = self._kernel, None
        if kernel is not None:
            kernel.close()


__all__ = ['WaitTimer']
