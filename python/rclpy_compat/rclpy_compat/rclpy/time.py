# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Time: a point in time of a kind of clock, in nanoseconds."""

from __future__ import annotations

from typing import Any

from .clock_type import ClockType
from .duration import Duration
from .impl.reexports import reexports

__getattr__ = reexports(__name__)


class Time:
    """A point in time; immutable. Comparing times of different clocks raises TypeError."""

    def __init__(
        self, *, seconds: float = 0, nanoseconds: float = 0, clock_type: ClockType = ClockType.SYSTEM_TIME
    ) -> None:
        """Raises ValueError for a negative time, OverflowError for a time beyond 64 bits."""
        if not isinstance(clock_type, ClockType):
            raise TypeError(f'Time: clock_type is {clock_type!r}; expected a ClockType')
        if seconds < 0 or nanoseconds < 0:
            raise ValueError(f'Time: found {seconds} s and {nanoseconds} ns; expected neither below 0')
        total = int(seconds * 10**9) + int(nanoseconds)
        if total >= 2**63:
            raise OverflowError(f'Time: found {total} ns; expected less than 2^63, about 292 years')
        self._nanoseconds = total
        self._clock_type = clock_type

    @property
    def nanoseconds(self) -> int:
        """Nanoseconds since the clock's epoch."""
        return self._nanoseconds

    @property
    def clock_type(self) -> ClockType:
        """The kind of the clock."""
        return self._clock_type

    def seconds_nanoseconds(self) -> tuple[int, int]:
        """Returns the whole seconds and the remaining nanoseconds."""
        return divmod(self._nanoseconds, 10**9)

    def __repr__(self) -> str:
        return f'Time(nanoseconds={self._nanoseconds}, clock_type={self._clock_type.name})'

    def __hash__(self) -> int:
        return hash((self._nanoseconds, self._clock_type))

    def _comparable_nanoseconds(self, other: Any, verb: str) -> int:
        if not isinstance(other, Time):
            raise TypeError(f'Time: cannot {verb} {other!r}; expected a Time')
        if other._clock_type != self._clock_type:
            raise TypeError(f'Time: cannot {verb} one of {other._clock_type.name}; expected {self._clock_type.name}')
        return other._nanoseconds

    def __add__(self, other: Duration) -> Time:
        if not isinstance(other, Duration):
            return NotImplemented
        return Time(nanoseconds=self._nanoseconds + other.nanoseconds, clock_type=self._clock_type)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Duration):
            return Time(nanoseconds=self._nanoseconds - other.nanoseconds, clock_type=self._clock_type)
        if isinstance(other, Time):
            return Duration(nanoseconds=self._nanoseconds - self._comparable_nanoseconds(other, 'subtract'))
        return NotImplemented

    def __eq__(self, other: object) -> bool:
        return (
            self._nanoseconds == self._comparable_nanoseconds(other, 'compare')
            if isinstance(other, Time)
            else NotImplemented
        )

    def __lt__(self, other: Time) -> bool:
        return self._nanoseconds < self._comparable_nanoseconds(other, 'compare')

    def __le__(self, other: Time) -> bool:
        return self._nanoseconds <= self._comparable_nanoseconds(other, 'compare')

    def __gt__(self, other: Time) -> bool:
        return self._nanoseconds > self._comparable_nanoseconds(other, 'compare')

    def __ge__(self, other: Time) -> bool:
        return self._nanoseconds >= self._comparable_nanoseconds(other, 'compare')

    def to_msg(self) -> Any:
        """Returns the builtin_interfaces/msg/Time."""
        from rxros2.interfaces.builtin_interfaces.msg import Time as Message

        seconds, nanoseconds = self.seconds_nanoseconds()
        return Message(sec=seconds, nanosec=nanoseconds)

    @classmethod
    def from_msg(cls, msg: Any, clock_type: ClockType = ClockType.ROS_TIME) -> Time:
        """Returns the Time of a builtin_interfaces/msg/Time. Raises TypeError for another object."""
        from rxros2.interfaces.builtin_interfaces.msg import Time as Message

        if not isinstance(msg, Message):
            raise TypeError(f'Time.from_msg: found {msg!r}; expected a builtin_interfaces.msg.Time')
        return cls(seconds=msg.sec, nanoseconds=msg.nanosec, clock_type=clock_type)
