# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Rate: the ticks of a clock as a sub."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from ...durations import FOREVER
from .base_sub import BaseSub
from .scope import AUTO_SCOPE, Scope
from .timer import Timer, clock_of, make_timer


class Rate(BaseSub[int]):
    """Emits ticks `frequency` times a second; an item is the time in nanoseconds at which the tick was due.

    Ticks are due at start + k / frequency of the monotonic clock: they do not drift, and setting the system's clock
    does not move them. A loop that was busy gets the latest due tick and no burst; missed() counts the others.

    time_source: a function that returns nanoseconds of another clock, such as that of a robot or a simulation. After a
    jump ahead the next tick comes at once. When the clock is set back or starts (leaves 0), the next tick keeps its
    remaining time. An exception of time_source fails the rate.
    """

    def __init__(
        self,
        frequency: float,
        time_source: Callable[[], int] | None = None,
        scope: Scope | None = AUTO_SCOPE,
        precise: bool = False,
    ) -> None:
        """`precise` exists for compatibility only: ticks are always as exact as the kernel's timers."""
        if not 0 < frequency < math.inf:
            raise ValueError(f'Rate: frequency is {frequency}; expected more than 0 Hz, and not infinite')
        super().__init__(scope=scope)
        self.frequency = frequency
        self._period = min(1e9 / frequency, FOREVER)
        self._now = time_source or clock_of(asyncio.get_running_loop())
        self._own_clock = time_source is not None
        self._start = self._seen = self._now()
        self._tick = 1
        self._missed = 0
        self._timer: Timer = make_timer(asyncio.get_running_loop(), self._due)
        self._arm()

    @property
    def name(self) -> str:
        """The class and the frequency."""
        return f'Rate({self.frequency:g} Hz)'

    def missed(self) -> int:
        """Returns the number of ticks that were not delivered because the loop was busy."""
        return self._missed

    def _scheduled(self) -> int:
        return self._start + round(self._tick * self._period)

    def _arm(self) -> None:
        wait = self._scheduled() - self._now()
        if self._own_clock:
            # Another clock may run at another pace, or jump: check again after at most a period, at least 1 ms.
            wait = min(max(wait, 0), max(int(self._period), 1_000_000))
        self._timer.arm(max(wait, 0))

    def _due(self) -> None:
        if self.closed:
            return
        try:
            self._look()
        except (Exception, asyncio.CancelledError) as error:  # the time source failed
            self._fail(error)

    def _look(self) -> None:
        now = self._now()
        if self._own_clock and (now < self._seen or self._seen == 0):  # the clock was set back, or starts
            self._start += now - self._seen
        self._seen = now
        if now >= self._scheduled():
            latest = max(int((now - self._start) / self._period), self._tick)
            self._missed += latest - self._tick
            self._tick = latest
            scheduled = self._scheduled()
            self._tick += 1
            self._arm()
            self.input_data(scheduled)
        else:
            self._arm()

    def close(self) -> None:
        """Ends the ticks. Any thread."""
        if self._in_loop_thread() or self._bridge is None or self._bound_loop().is_closed():
            self._timer.close()
        else:
            self._bridge.call(self._timer.close)
        super().close()


__all__ = ['Rate']
