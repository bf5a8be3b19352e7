# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The options once, skip_first and throttle_duration_sec of logging calls, by rclpy's rules."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

_NAMES = ('throttle_duration_sec', 'throttle_time_source_type', 'skip_first', 'once')


class CallPlace:
    """The state of one logging call in the program's source, which always has the same name, severity and options."""

    def __init__(self, name: str, severity: int, options: dict[str, Any]) -> None:
        """Raises TypeError for an unknown or missing option, ValueError for a time source that is not a Clock."""
        _check(options)
        self._name, self._severity, self._options = name, severity, options
        self._filters: list[Callable[[], bool]] = []
        if options.get('throttle_duration_sec'):
            self._now = _now_of(options.get('throttle_time_source_type'))
            self._period = options['throttle_duration_sec']
            self._last = 0.0
            self._filters.append(self._is_due)
        self._count = 0
        if options.get('skip_first'):
            self._filters.append(self._is_not_first)
        self._was_logged = False
        if options.get('once'):
            self._filters.append(self._is_once)

    def logs(self, name: str, severity: int, options: dict[str, Any]) -> bool:
        """Returns whether this call is to be logged. Raises ValueError for another name, severity or options."""
        if severity != self._severity:
            raise ValueError('logging: the severity cannot be changed between calls at one place of the program')
        if name != self._name:
            raise ValueError('logging: the name cannot be changed between calls at one place of the program')
        if options != self._options:
            _check(options)
            raise ValueError(
                f'logging: the parameters cannot be changed between calls at one place of the program; '
                f'they were {self._options}, and are {options}'
            )
        return all(is_passed() for is_passed in self._filters)

    def _is_due(self) -> bool:
        now = self._now()
        if self._last <= now < self._last + self._period:
            return False
        self._last = now
        return True

    def _is_not_first(self) -> bool:
        self._count += 1
        return self._count > 1

    def _is_once(self) -> bool:
        was_logged, self._was_logged = self._was_logged, True
        return not was_logged


def _check(options: dict[str, Any]) -> None:
    unknown = sorted(set(options) - set(_NAMES))
    if unknown:
        raise TypeError(f'logging: parameter {unknown[0]!r} is not one of the recognized: {", ".join(sorted(_NAMES))}')
    if options.get('throttle_time_source_type') and 'throttle_duration_sec' not in options:
        raise TypeError("logging: the required parameter 'throttle_duration_sec' is not specified")


def _now_of(clock: Any) -> Callable[[], float]:
    """Returns the function that reads the clock, in seconds; None is the system's clock."""
    if clock is None:
        return time.time
    if not hasattr(clock, 'now'):
        raise ValueError(f"logging: 'throttle_time_source_type' is {clock!r}; expected a Clock")
    return lambda: clock.now().nanoseconds / 1e9
