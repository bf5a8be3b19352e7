# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Durations and time limits as programs give them, with one rule for infinite, huge and negative ones, and for NaN."""

from __future__ import annotations

import math
from datetime import timedelta

FOREVER = 1 << 62
"""Nanoseconds of the longest duration, 146 years: added to the present time it still fits into an int64."""


def seconds(name: str, duration: float | timedelta) -> float:
    """Returns the duration in seconds, which may be infinite. `name` is for errors.

    Raises ValueError for NaN and TypeError for a value that is not a number.
    """
    value = duration.total_seconds() if isinstance(duration, timedelta) else duration
    try:
        if math.isnan(value):
            raise ValueError(f'{name} is {value}; expected seconds')
    except OverflowError:  # an integer beyond the largest float
        return math.inf if value > 0 else -math.inf
    except TypeError:
        raise TypeError(f'{name} is {duration!r}; expected seconds') from None
    return float(value)


def nanoseconds(name: str, duration: float | timedelta) -> int:
    """Returns the duration in nanoseconds, limited to ±FOREVER. Raises the same errors as seconds()."""
    return round(min(max(seconds(name, duration) * 1e9, -FOREVER), FOREVER))


def time_limit(timeout: float | timedelta | None) -> float | None:
    """Returns the longest time to wait in seconds.

    It is 0 for a negative timeout, None (no limit) for None and FOREVER. Raises the same errors as seconds().
    """
    if timeout is None:
        return None
    limit = max(seconds('timeout', timeout), 0.0)
    return None if limit * 1e9 >= FOREVER else limit


__all__ = ['FOREVER', 'nanoseconds', 'seconds', 'time_limit']
