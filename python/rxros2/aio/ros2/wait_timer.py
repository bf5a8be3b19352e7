# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""WaitTimer: the timer of a loop for a node's time, which may be simulated and may jump."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from ...backing import WaitClock
from ...durations import FOREVER
from ..core.loop_bridge import bridge_of
from ..core.timer import Timer, make_timer


class WaitTimer:
    """Calls back in a loop after some time of a WaitClock, which may be simulated or change to and from simulation.

    The wait keeps its remaining time when the node's clock is set back, starts, or begins or ceases to be simulated. A
    jump ahead counts as elapsed time. To wait for 100 times, use a heap and one timer for the earliest. Loop's thread.
    """

    def __init__(self, clock: WaitClock, loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
        """The timer owns the clock: it closes it, and nothing else may listen to it."""
        self._clock = clock
        self._loop = loop
        self._callback = callback
        self._due: int | None = None
        self._kernel: Timer | None = None  # used while the time is not simulated
        self._bridge = bridge_of(loop)
        self._key = self._bridge.add(clock, self._look)

    def now(self) -> int:
        """Returns nanoseconds of the clock, which never goes back."""
        return self._clock.now()

    def arm(self, ns: int) -> None:
        """Calls back once, `ns` nanoseconds from now. Replaces an earlier arm()."""
        self._due = self._clock.now() + min(max(ns, 0), FOREVER)
        self._begin()

    def disarm(self) -> None:
        """Cancels arm()."""
        self._due = None
        self._stop_kernel()

    def close(self) -> None:
        """Ends the timer; no call follows. Any thread; a second call does nothing."""
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
        """Is called when the time may have come or the source of time has changed."""
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
