# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Clocks, and callbacks for jumps of their time."""

from __future__ import annotations

import time as _time
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypedDict

from rxros2 import _core

from .clock_type import ClockType as ClockType
from .duration import Duration
from .exceptions import NotInitializedException
from .impl.handle import Handle
from .impl.reexports import reexports
from .time import Time
from .utilities import get_default_context

if TYPE_CHECKING:
    from .context import Context

__getattr__ = reexports(__name__)

ClockHandle = Handle
JumpHandlePreCallbackType = Callable[[], None]

_SLEEP_CHECK_PERIOD = 0.1  # seconds between checks of a sleep for jumps, a shutdown and signals


class ClockChange(IntEnum):
    """The way in which a jump changed the time source of a clock."""

    ROS_TIME_NO_CHANGE = 1
    ROS_TIME_ACTIVATED = 2
    ROS_TIME_DEACTIVATED = 3
    SYSTEM_TIME_NO_CHANGE = 4


class JumpThreshold:
    """Selects the jumps of a clock for which a callback is called.

    `min_forward` (positive) and `min_backward` (negative) are the smallest jumps that call it; None excludes jumps in
    that direction. With `on_clock_change`, the start and the end of simulated time call it too.
    """

    def __init__(
        self, *, min_forward: Duration | None, min_backward: Duration | None, on_clock_change: bool = True
    ) -> None:
        """Raises ValueError if a duration has the wrong sign or all jumps are excluded."""
        for name, threshold, sign in (('min_forward', min_forward, 1), ('min_backward', min_backward, -1)):
            if threshold is not None and sign * threshold.nanoseconds <= 0:
                side = 'above' if sign > 0 else 'below'
                raise ValueError(f'JumpThreshold: {name} is {threshold.nanoseconds} ns; expected a duration {side} 0')
        if not on_clock_change and min_forward is min_backward is None:
            raise ValueError('JumpThreshold: it lets no jump pass; a kind of jump must be enabled')
        self.min_forward = min_forward
        self.min_backward = min_backward
        self.on_clock_change = on_clock_change


class TimeJump:
    """The length of a jump, and the change of the time source."""

    def __init__(self, clock_change: ClockChange, delta: Duration) -> None:
        self._clock_change = clock_change
        self._delta = delta

    @property
    def clock_change(self) -> ClockChange:
        """The change of the time source."""
        return self._clock_change

    @property
    def delta(self) -> Duration:
        """The length of the jump, negative for a jump backward."""
        return self._delta


class TimeJumpDictionary(TypedDict):
    """The values of a TimeJump by their names, the length in nanoseconds."""

    clock_change: ClockChange
    delta: int


class JumpHandle:
    """The registration of a jump callback. unregister() or the end of a `with` block ends it."""

    def __init__(
        self,
        *,
        clock: Clock,
        threshold: JumpThreshold,
        pre_callback: JumpHandlePreCallbackType | None,
        post_callback: Callable[[TimeJump], None] | None,
    ) -> None:
        """Registers the callbacks; see Clock.create_jump_callback()."""
        if pre_callback is None and post_callback is None:
            raise ValueError('create_jump_callback: found neither pre_callback nor post_callback; expected one')

        def call_post_callback(change: int, delta: int) -> None:
            if post_callback is not None:
                post_callback(TimeJump(ClockChange(change), Duration(nanoseconds=delta)))

        def nanoseconds(duration: Duration | None) -> int:
            return 0 if duration is None else duration.nanoseconds

        forward, backward = nanoseconds(threshold.min_forward), nanoseconds(threshold.min_backward)
        self._core: _core.JumpCallback | None = _core.JumpCallback(
            clock._core, pre_callback, call_post_callback, threshold.on_clock_change, forward, backward
        )

    def unregister(self) -> None:
        """Unregisters the callback. A second call does nothing."""
        core, self._core = self._core, None
        if core is not None:
            core.close()

    def __enter__(self) -> JumpHandle:
        return self

    def __exit__(self, *error: Any) -> None:
        self.unregister()


class Clock:
    """A clock of one ClockType. A node's clock follows simulated time if the node does. Thread-safe."""

    def __new__(cls, *, clock_type: ClockType = ClockType.SYSTEM_TIME) -> Clock:
        if not isinstance(clock_type, ClockType):
            raise TypeError(f'Clock: clock_type is {clock_type!r}; expected a ClockType')
        if clock_type is ClockType.ROS_TIME and cls is Clock:
            cls = ROSClock
        return super().__new__(cls)

    def __init__(self, *, clock_type: ClockType = ClockType.SYSTEM_TIME) -> None:
        self._core = _core.Clock(clock_type)
        self._clock_type = clock_type
        self._handle = Handle('the clock')

    @property
    def clock_type(self) -> ClockType:
        """The type of the clock."""
        return self._clock_type

    @property
    def handle(self) -> Handle:
        """The handle, for `with` blocks."""
        self._handle.core = self._core  # which a TimeSource may have replaced
        return self._handle

    def __repr__(self) -> str:
        return f'Clock(clock_type={self._clock_type.name})'

    def now(self) -> Time:
        """Returns the current time."""
        return Time(nanoseconds=self._core.now(), clock_type=self._clock_type)

    def create_jump_callback(
        self,
        threshold: JumpThreshold,
        *,
        pre_callback: Callable[[], None] | None = None,
        post_callback: Callable[[TimeJump], None] | None = None,
    ) -> JumpHandle:
        """Calls the callbacks before and after jumps beyond the threshold, in the thread that sets the time.

        For a node that follows /clock, that is an internal thread of the node. Exceptions of the callbacks are printed.
        Raises ValueError if both callbacks are None.
        """
        return JumpHandle(clock=self, threshold=threshold, pre_callback=pre_callback, post_callback=post_callback)

    def sleep_until(self, until: Time, context: Context | None = None) -> bool:
        """Sleeps until a time of this clock.

        Returns False if, before that time, the context is shut down or simulated time starts or ends. Raises
        NotInitializedException if the context is not initialized, and ValueError for a time of another clock type.
        """
        waiting_context = get_default_context() if context is None else context
        if not waiting_context.ok():
            raise NotInitializedException
        if until.clock_type != self._clock_type:
            mismatch = f'found {until.clock_type.name}; expected {self._clock_type.name}'
            raise ValueError(f'sleep_until: the clock type does not match: {mismatch}')
        simulated = self._core.is_simulated()
        while True:
            remaining = until.nanoseconds - self._core.now()
            if remaining <= 0:
                return True
            _time.sleep(min(remaining / 1e9, 0.01 if simulated else _SLEEP_CHECK_PERIOD))
            if not waiting_context.ok() or self._core.is_simulated() != simulated:
                return False

    def sleep_for(self, rel_time: Duration, context: Context | None = None) -> bool:
        """Sleeps for a duration. Returns and raises like sleep_until()."""
        return self.sleep_until(self.now() + rel_time, context)


class ROSClock(Clock):
    """A clock of ROS time, which may be simulated."""

    def __init__(self, *, clock_type: ClockType = ClockType.ROS_TIME) -> None:
        super().__init__(clock_type=ClockType.ROS_TIME)

    @classmethod
    def _of(cls, node: _core.Node) -> ROSClock:
        clock = cls()
        clock._core = _core.Clock.of(node)
        return clock

    @property
    def ros_time_is_active(self) -> bool:
        """True while the clock follows simulated time."""
        return self._core.is_simulated()

    def _set_ros_time_is_active(self, enabled: bool) -> None:
        self._core.simulate(enabled)

    def set_ros_time_override(self, time: Time) -> None:
        """Sets the simulated time. Raises TypeError for an object that is not a Time."""
        if not isinstance(time, Time):
            raise TypeError(f'set_ros_time_override: found {time!r}; expected a Time')
        self._core.set(time.nanoseconds)
