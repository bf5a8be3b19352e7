# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Durations and time limits as programs give them: one rule for infinite, huge and negative ones, and for NaN."""

from __future__ import annotations

import math
from datetime import timedelta

FOREVER = 1 << 62
"""Nanoseconds of the longest duration, 146 years: the sum of it and any present time is still an int64."""


def seconds(what: str, duration: float | timedelta) -> float:
    """Returns the duration in seconds, which may be infinite. ValueError for NaN, TypeError for what is no number."""
    value = duration.total_seconds() if isinstance(duration, timedelta) else duration
    try:
        if math.isnan(value):
            raise ValueError(f'{what} is {value}; expected seconds')
    except OverflowError:  # an integer beyond the largest float
        return math.inf if value > 0 else -math.inf
    except TypeError:
        raise TypeError(f'{what} is {duration!r}; expected seconds') from None
    return float(value)


def nanoseconds(what: str, duration: float | timedelta) -> int:
    """Returns the duration in nanoseconds, at most FOREVER and at least -FOREVER. Errors as seconds()."""
    return round(min(max(seconds(what, duration) * 1e9, -FOREVER), FOREVER))


def time_limit(timeout: float | timedelta | None) -> float | None:
    """Returns the seconds to wait at most, 0 for a negative timeout; None, no limit, also for FOREVER and more.

    Errors as seconds().
    """
    if timeout is None:
        return None
    limit = max(seconds('timeout', timeout), 0.0)
    return None if limit * 1e9 >= FOREVER else limit


__all__ = ['FOREVER', 'nanoseconds', 'seconds', 'time_limit']
