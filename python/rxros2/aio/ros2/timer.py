# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Timer: ticks of a ROS clock."""

from __future__ import annotations

from ... import backing, durations
from ...clock_type import ClockType
from ...node import Node
from ..core import AUTO_SCOPE, Scope
from ._source import SourceSub
from .session import Session, auto_session


class Timer(SourceSub[int]):
    """Emits a tick each period: the time in nanoseconds at which it was due.

    Ticks that a busy loop misses count as one. Where the time is not simulated, Rate is more exact, because it needs
    no other thread.
    """

    def __init__(
        self,
        period: float,
        clock: ClockType = ClockType.ROS_TIME,
        session: Session | Node | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """`period` is in seconds. Raises ValueError if it is not more than 0 and finite."""
        nanoseconds = durations.nanoseconds('the period of a timer', period) if period > 0 else 0
        if not 0 < nanoseconds < durations.FOREVER:
            raise ValueError(f'the period of a timer is {period}; expected seconds, more than 0, and not infinite')
        super().__init__(scope=None)
        self.session = auto_session(session)
        self.timer: backing.Timer = self.session.backing.timer(nanoseconds, clock)
        self._period = period
        self.session._register(self)
        self._begin(self.timer, scope)

    @property
    def name(self) -> str:
        """The class and the period."""
        return f'ros2.Timer({self._period:g} s)'

    def reset(self) -> None:
        """Makes the next tick due one period from now."""
        self.timer.reset()

    def _drain(self) -> None:
        due = self.timer.take()
        if due is not None:
            self.input_data(due[0])
