# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Clocks."""

from __future__ import annotations

import time as _time
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from rxros2 import _core

from .clock_type import ClockType as ClockType
from .duration import Duration
from .exceptions import NotInitializedException
from .time import Time
from .utilities import get_default_context

if TYPE_CHECKING:
    from .context import Context

_LOOK_AGAIN = 0.1  # s: how soon a sleep notices a jump, a shutdown or a signal


class ClockChange(IntEnum):
    ROS_TIME_NO_CHANGE = 1
    ROS_TIME_ACTIVATED = 2
    ROS_TIME_DEACTIVATED = 3
    SYSTEM_TIME_NO_CHANGE = 4


class JumpThreshold:
    """Which jumps count: those at least so far, and, with `on_clock_change`, the begin and end of simulated time."""

    def __init__(
        self, *, min_forward: Duration | None, min_backward: Duration | None, on_clock_change: bool = True
    ) -> None:
        """ValueError unless min_forward is positive and min_backward negative; None: such jumps do not count."""
        if min_forward is not None and min_forward.nanoseconds <= 0:
            raise ValueError('min_forward must be a positive non-zero duration')
        if min_backward is not None and min_backward.nanoseconds >= 0:
            raise ValueError('min_backward must be a negative non-zero duration')
        if min_forward is None and min_backward is None and not on_clock_change:
            raise ValueError('At least one jump threshold must be enabled')
        self.min_forward = min_forward
        self.min_backward = min_backward
        self.on_clock_change = on_clock_change


class TimeJump:
    """How far the time jumped, and whether its source changed."""

    def __init__(self, clock_change: ClockChange, delta: Duration) -> None:
        self._clock_change = clock_change
        self._delta = delta

    @property
    def clock_change(self) -> ClockChange:
        return self._clock_change

    @property
    def delta(self) -> Duration:
        return self._delta


class JumpHandle:
    """A registered callback; ends with unregister() or by leaving `with`."""

    def __init__(self, core: _core.JumpCallback) -> None:
        self._core: _core.JumpCallback | None = core

    def unregister(self) -> None:
        """It is not called any more. A second call does nothing."""
        core, self._core = self._core, None
        if core is not None:
            core.close()

    def __enter__(self) -> JumpHandle:
        return self

    def __exit__(self, *error: Any) -> None:
        self.unregister()


class Clock:
    """A clock of a kind; a node's follows simulated time if the node does. Any thread."""

    def __new__(cls, *, clock_type: ClockType = ClockType.SYSTEM_TIME) -> Clock:
        if not isinstance(clock_type, ClockType):
            raise TypeError(f'Clock type must be a ClockType enum, found {clock_type!r}')
        if clock_type is ClockType.ROS_TIME and cls is Clock:
            cls = ROSClock
        return super().__new__(cls)

    def __init__(self, *, clock_type: ClockType = ClockType.SYSTEM_TIME) -> None:
        self._core = _core.Clock(clock_type)
        self._clock_type = clock_type

    @property
    def clock_type(self) -> ClockType:
        return self._clock_type

    @property
    def handle(self) -> _core.Clock:
        return self._core

    def __repr__(self) -> str:
        return f'Clock(clock_type={self._clock_type.name})'

    def now(self) -> Time:
        return Time(nanoseconds=self._core.now(), clock_type=self._clock_type)

    def create_jump_callback(
        self,
        threshold: JumpThreshold,
        *,
        pre_callback: Callable[[], None] | None = None,
        post_callback: Callable[[TimeJump], None] | None = None,
    ) -> JumpHandle:
        """Calls them before and after jumps that pass the threshold, in the thread that sets the time.

        That is the node's own thread if it follows /clock; what they raise is printed. ValueError without any callback.
        """
        if pre_callback is None and post_callback is None:
            raise ValueError('One of pre_callback or post_callback must be callable')

        def after(change: int, delta: int) -> None:
            if post_callback is not None:
                post_callback(TimeJump(ClockChange(change), Duration(nanoseconds=delta)))

        def nanoseconds(duration: Duration | None) -> int:
            return 0 if duration is None else duration.nanoseconds

        forward, backward = nanoseconds(threshold.min_forward), nanoseconds(threshold.min_backward)
        return JumpHandle(
            _core.JumpCallback(self._core, pre_callback, after, threshold.on_clock_change, forward, backward)
        )

    def sleep_until(self, until: Time, context: Context | None = None) -> bool:
        """False if the context was shut down, or simulated time began or ended, before."""
        used = get_default_context() if context is None else context
        if not used.ok():
            raise NotInitializedException
        if until.clock_type != self._clock_type:
            raise ValueError("until's clock type does not match this clock's type")
        simulated = self._core.is_simulated()
        while True:
            left = until.nanoseconds - self._core.now()
            if left <= 0:
                return True
            _time.sleep(min(left / 1e9, 0.01 if simulated else _LOOK_AGAIN))
            if not used.ok() or self._core.is_simulated() != simulated:
                return False

    def sleep_for(self, rel_time: Duration, context: Context | None = None) -> bool:
        """As sleep_until()."""
        return self.sleep_until(self.now() + rel_time, context)


class ROSClock(Clock):
    """One that may be simulated."""

    def __init__(self, *, clock_type: ClockType = ClockType.ROS_TIME) -> None:
        super().__init__(clock_type=ClockType.ROS_TIME)

    @classmethod
    def _of(cls, node: _core.Node) -> ROSClock:
        clock = cls()
        clock._core = _core.Clock.of(node)
        return clock

    @property
    def ros_time_is_active(self) -> bool:
        """It follows a simulated time."""
        return self._core.is_simulated()

    def _set_ros_time_is_active(self, enabled: bool) -> None:
        self._core.simulate(enabled)

    def set_ros_time_override(self, time: Time) -> None:
        if not isinstance(time, Time):
            raise TypeError(f'Time must be specified as rclpy.time.Time. Received type: {type(time)}')
        self._core.set(time.nanoseconds)
