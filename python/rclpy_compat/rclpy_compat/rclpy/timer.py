# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Timer: calls back periodically. Rate: sleeps periodically."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from typing import Any

from rxros2 import _core

from .callback_groups import CallbackGroup
from .clock import Clock
from .clock_type import ClockType
from .context import Context
from .entity import Entity
from .exceptions import ROSInterruptException
from .impl.handle import Handle
from .impl.reexports import reexports
from .time import Time

__getattr__ = reexports(__name__)


class TimerInfo:
    """The times of a call of a timer."""

    def __init__(
        self,
        *,
        expected_call_time: int = 0,
        actual_call_time: int = 0,
        clock_type: ClockType = ClockType.SYSTEM_TIME,
    ) -> None:
        """The times are in nanoseconds. Raises ValueError for a negative one."""
        self._expected_call_time = Time(nanoseconds=expected_call_time, clock_type=clock_type)
        self._actual_call_time = Time(nanoseconds=actual_call_time, clock_type=clock_type)

    @property
    def expected_call_time(self) -> Time:
        """The time at which the call was due."""
        return self._expected_call_time

    @property
    def actual_call_time(self) -> Time:
        """The time of the call."""
        return self._actual_call_time

    def __repr__(self) -> str:
        return f'TimerInfo(expected_call_time={self._expected_call_time}, actual_call_time={self._actual_call_time})'


class Timer(Entity):
    """Calls back each period. Made by Node.create_timer(). C++ watches the time; missed calls count as one."""

    _rank = 1

    def __init__(
        self,
        callback: Callable[..., Any] | None,
        callback_group: CallbackGroup,
        timer_period_ns: int,
        clock: Clock,
        node: _core.Node,
        autostart: bool = True,
    ) -> None:
        self._node = node
        self._clock = clock
        self.callback = callback
        self.callback_group = callback_group
        self._period = timer_period_ns
        self._last: int | None = None
        self._notifier: tuple[_core.Notifier | None, int] = (None, 0)
        self._make(autostart)
        callback_group.add_entity(self)

    @property
    def clock(self) -> Clock:
        """The clock whose time the timer follows."""
        return self._clock

    @property
    def timer_period_ns(self) -> int:
        """The period in nanoseconds. Assigning restarts the period."""
        return self._period

    @timer_period_ns.setter
    def timer_period_ns(self, value: int) -> None:
        period = int(value)
        canceled = self._core.is_canceled()
        self._handle.destroy_when_not_in_use()
        self._period = period
        self._make(not canceled)
        self._core.listen(*self._notifier)

    def _make(self, autostart: bool) -> None:
        self._core = _core.Timer(self._node, self.clock._core, self._period, autostart)
        self._handle = Handle('the timer', self._core.close, self._core)

    def is_ready(self) -> bool:
        """Returns whether a call is due."""
        return self._core.is_due()

    def is_canceled(self) -> bool:
        """Returns whether the timer is canceled."""
        return self._core.is_canceled()

    def cancel(self) -> None:
        """Stops the timer until reset()."""
        self._core.cancel()

    def reset(self) -> None:
        """Restarts the period now."""
        self._core.reset()

    def time_since_last_call(self) -> int:
        """Returns the nanoseconds since the last call."""
        return self.clock._core.now() - (self._last or 0)

    def time_until_next_call(self) -> int | None:
        """Returns the nanoseconds until the next call, negative if it is late; None if the timer is canceled."""
        return None if self.is_canceled() else self._core.time_until_due()

    def _listen(self, notifier: _core.Notifier | None, key: int) -> None:
        self._notifier = notifier, key
        self._core.listen(notifier, key)

    def _take(self) -> Callable[[], Any] | None:
        due = self._core.take()
        if due is None:
            return None
        self._last = due[1]
        callback = self.callback
        if callback is None:
            return lambda: None
        if _takes_info(callback):
            expected, actual = due
            info = TimerInfo(expected_call_time=expected, actual_call_time=actual, clock_type=self.clock.clock_type)
            return lambda: callback(info)
        return callback


def _takes_info(callback: Callable[..., Any]) -> bool:
    try:
        inspect.signature(callback).bind()
    except TypeError:
        return True
    except ValueError:  # a builtin function has no signature
        return False
    return False


class Rate:
    """Sleeps in step with a timer, while an executor spins in another thread. Made by Node.create_rate()."""

    def __init__(self, timer: Timer, *, context: Context) -> None:
        self._timer = timer
        self._context = context
        self._tick = threading.Condition()  # guards the members below; is notified of ticks and of the end
        self._ticks = 0
        self._ended = False
        timer.callback = self._ticked
        context.on_shutdown(self._end)

    def _ticked(self) -> None:
        with self._tick:
            self._ticks += 1
            self._tick.notify_all()

    def _end(self) -> None:
        with self._tick:
            self._ended = True
            self._tick.notify_all()

    def sleep(self) -> None:
        """Sleeps until the next tick. ROSInterruptException if the context was shut down or the rate destroyed."""
        with self._tick:
            seen = self._ticks
            while seen == self._ticks and not self._ended and self._context.ok():
                self._tick.wait(1)
            if seen == self._ticks:
                raise ROSInterruptException

    def destroy(self) -> None:
        """Ends the rate and its timer."""
        self._end()
        self._timer.destroy()
