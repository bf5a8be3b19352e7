# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The logger of nodes and programs: it logs to the console, and to /rosout for a node and its children."""

from __future__ import annotations

import sys
import time
from types import FrameType
from typing import Any

from rxros2 import _core

from .logging_severity import LoggingSeverity
from .reexports import reexports

_OPTIONS = {'once', 'skip_first', 'throttle_duration_sec', 'throttle_time_source_type'}


class RcutilsLogger:
    """Logs under a name. Thread-safe.

    Each call accepts once=True, skip_first=True, and throttle_duration_sec=seconds.
    """

    # The state of these options for each place of a call.
    _places: dict[tuple[str, int], dict[str, Any]] = {}  # noqa: RUF012

    def __init__(self, name: str = '') -> None:
        self.name = name

    def get_child(self, name: str) -> RcutilsLogger:
        """Returns the logger '<name>.<child>'. Raises ValueError for an empty name."""
        if not name:
            raise ValueError('Child logger name must not be empty')
        return RcutilsLogger(f'{self.name}.{name}' if self.name else name)

    def set_level(self, level: int) -> None:
        """Sets the least severity that is logged."""
        _core.set_logger_level(self.name, int(level))

    def get_effective_level(self) -> LoggingSeverity:
        """Returns the least severity that is logged."""
        return LoggingSeverity(_core.logger_level(self.name))

    def is_enabled_for(self, severity: int) -> bool:
        """Returns whether a message of this severity would be logged."""
        return severity >= _core.logger_level(self.name)

    def debug(self, message: str, **options: Any) -> bool:
        """Logs with severity DEBUG; returns whether it was logged."""
        return self._log(message, LoggingSeverity.DEBUG, options)

    def info(self, message: str, **options: Any) -> bool:
        """Logs with severity INFO; returns whether it was logged."""
        return self._log(message, LoggingSeverity.INFO, options)

    def warning(self, message: str, **options: Any) -> bool:
        """Logs with severity WARN; returns whether it was logged."""
        return self._log(message, LoggingSeverity.WARN, options)

    def warn(self, message: str, **options: Any) -> bool:
        """Logs with severity WARN; returns whether it was logged."""
        return self._log(message, LoggingSeverity.WARN, options)

    def error(self, message: str, **options: Any) -> bool:
        """Logs with severity ERROR; returns whether it was logged."""
        return self._log(message, LoggingSeverity.ERROR, options)

    def fatal(self, message: str, **options: Any) -> bool:
        """Logs with severity FATAL; returns whether it was logged."""
        return self._log(message, LoggingSeverity.FATAL, options)

    def log(self, message: str, severity: int, **options: Any) -> bool:
        """Logs with this severity; returns whether it was logged."""
        return self._log(message, LoggingSeverity(severity), options)

    def _log(self, message: str, severity: LoggingSeverity, options: dict[str, Any]) -> bool:
        """Logs a message; returns whether it was logged. Raises TypeError for unknown options."""
        name = options.pop('name', self.name)
        if severity < _core.logger_level(name):
            return False
        frame = sys._getframe(2)
        if options and not self._passes(frame, options):
            return False
        code = frame.f_code
        _core.log(name, int(severity), str(message), code.co_name, code.co_filename, frame.f_lineno)
        return True

    def _passes(self, frame: FrameType, options: dict[str, Any]) -> bool:
        unknown = set(options) - _OPTIONS
        if unknown:
            raise TypeError(
                f'logging: parameter {min(unknown)!r} is not one of the recognized: {", ".join(sorted(_OPTIONS))}'
            )
        before = self._places.setdefault((frame.f_code.co_filename, frame.f_lineno), {'count': 0, 'last': None})
        before['count'] += 1
        if options.get('skip_first') and before['count'] == 1:
            return False
        if options.get('once') and before['count'] > (2 if options.get('skip_first') else 1):
            return False
        period = options.get('throttle_duration_sec')
        if period is not None:
            clock = options.get('throttle_time_source_type')
            now = time.monotonic() if clock is None or not hasattr(clock, 'now') else clock.now().nanoseconds / 1e9
            last = before['last']
            if last is not None and last <= now < last + period:
                return False
            before['last'] = now
        return True


__getattr__ = reexports(__name__)
