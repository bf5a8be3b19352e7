# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Deadline: the end of a wait that has a timeout, by rclpy's rule for timeouts."""

from __future__ import annotations

import math
import time

_LONGEST = 1e9
"""The longest single wait in seconds, 31 years: larger values would overflow in C++."""


class Deadline:
    """The end of a wait on the steady clock. A timeout of None, of less than 0 or of infinity has no end.

    ValueError for a timeout that is not a number.
    """

    def __init__(self, timeout_sec: float | None) -> None:
        if timeout_sec is not None and math.isnan(timeout_sec):
            raise ValueError('the timeout is not a number (nan); expected seconds, or None to wait without an end')
        endless = timeout_sec is None or timeout_sec < 0 or math.isinf(timeout_sec)
        self._end = None if endless else time.monotonic() + (timeout_sec or 0.0)

    def remaining(self) -> float | None:
        """Returns the seconds until the end, 0 once it has come; None if there is no end."""
        return None if self._end is None else min(max(0.0, self._end - time.monotonic()), _LONGEST)

    def over(self) -> bool:
        """Returns True once the end has come."""
        return self._end is not None and time.monotonic() >= self._end
