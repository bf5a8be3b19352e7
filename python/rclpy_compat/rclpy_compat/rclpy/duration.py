# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Duration: a span of time in nanoseconds."""

from __future__ import annotations

from typing import Any

from .impl.reexports import reexports

__getattr__ = reexports(__name__)


class Duration:
    """A span of time; immutable, may be negative."""

    def __init__(self, *, seconds: float = 0, nanoseconds: float = 0) -> None:
        """Raises OverflowError for a duration beyond 64 bits."""
        total = int(seconds * 10**9) + int(nanoseconds)
        if not -(2**63) <= total < 2**63:
            raise OverflowError(f'Duration: found {total} ns; expected -2^63 to 2^63 - 1, about 292 years')
        self._nanoseconds = total

    @property
    def nanoseconds(self) -> int:
        """The duration in nanoseconds."""
        return self._nanoseconds

    def __repr__(self) -> str:
        return f'Duration(nanoseconds={self._nanoseconds})'

    def __str__(self) -> str:
        return 'Infinite' if self == Infinite else f'{self._nanoseconds} nanoseconds'

    def __hash__(self) -> int:
        return hash(self._nanoseconds)

    def __eq__(self, other: object) -> bool:
        return self._nanoseconds == other._nanoseconds if isinstance(other, Duration) else NotImplemented

    def __lt__(self, other: Duration) -> bool:
        return self._nanoseconds < other._nanoseconds if isinstance(other, Duration) else NotImplemented

    def __le__(self, other: Duration) -> bool:
        return self._nanoseconds <= other._nanoseconds if isinstance(other, Duration) else NotImplemented

    def __gt__(self, other: Duration) -> bool:
        return self._nanoseconds > other._nanoseconds if isinstance(other, Duration) else NotImplemented

    def __ge__(self, other: Duration) -> bool:
        return self._nanoseconds >= other._nanoseconds if isinstance(other, Duration) else NotImplemented

    def __add__(self, other: Duration) -> Duration:
        if not isinstance(other, Duration):
            return NotImplemented
        return Duration(nanoseconds=self._nanoseconds + other._nanoseconds)

    def __sub__(self, other: Duration) -> Duration:
        if not isinstance(other, Duration):
            return NotImplemented
        return Duration(nanoseconds=self._nanoseconds - other._nanoseconds)

    def __mul__(self, factor: float) -> Duration:
        """Returns the multiple. Raises ValueError for nan, OverflowError beyond 64 bits except for infinity."""
        if not isinstance(factor, (int, float)):
            return NotImplemented
        product = self._nanoseconds * factor
        return Infinite if product == float('inf') else Duration(nanoseconds=product)

    def to_msg(self) -> Any:
        """Returns the builtin_interfaces/msg/Duration."""
        from rxros2.interfaces.builtin_interfaces.msg import Duration as Message

        seconds, nanoseconds = divmod(self._nanoseconds, 10**9)
        return Message(sec=seconds, nanosec=nanoseconds)

    @classmethod
    def from_msg(cls, msg: Any) -> Duration:
        """Returns the Duration of a builtin_interfaces/msg/Duration. Raises TypeError for another object."""
        from rxros2.interfaces.builtin_interfaces.msg import Duration as Message

        if not isinstance(msg, Message):
            raise TypeError(f'Duration.from_msg: found {msg!r}; expected a builtin_interfaces.msg.Duration')
        return cls(seconds=msg.sec, nanoseconds=msg.nanosec)


Infinite = Duration(nanoseconds=2**63 - 1)
