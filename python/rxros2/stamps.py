# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Conversions between the stamps of messages and seconds."""

from __future__ import annotations

import math
from typing import Any

_SECOND = 1_000_000_000


def stamp_of(message: Any) -> int:
    """Returns header.stamp in nanoseconds. Raises TypeError for a message without one."""
    header = getattr(message, 'header', message)
    stamp = getattr(header, 'stamp', None)
    if stamp is None:
        raise TypeError(f'expected a message with a header.stamp, found {type(message).__name__}')
    return int(stamp.sec) * _SECOND + int(stamp.nanosec)


def to_seconds(stamp: Any) -> float:
    """Returns the seconds of a stamp or a duration of a message, or of the header.stamp of a message.

    Raises TypeError for anything else. A float resolves present times to a quarter of a microsecond.
    """
    if hasattr(stamp, 'nanosec'):
        return float(stamp.sec) + float(stamp.nanosec) / _SECOND
    return stamp_of(stamp) / _SECOND


def to_stamp(seconds: float) -> Any:
    """Returns the builtin_interfaces/msg/Time of seconds since 1970. Raises ValueError for a time it cannot hold."""
    if not math.isfinite(seconds):
        raise ValueError(f'to_stamp: {seconds} s is no time; expected seconds since 1970')
    return stamp_from(round(seconds * _SECOND))


def stamp_from(nanoseconds: int) -> Any:
    """Returns the builtin_interfaces/msg/Time of nanoseconds since 1970."""
    from .messages import interface

    sec, nanosec = divmod(nanoseconds, _SECOND)
    return interface('builtin_interfaces/msg/Time')(sec=sec, nanosec=nanosec)


__all__ = ['stamp_from', 'stamp_of', 'to_seconds', 'to_stamp']
