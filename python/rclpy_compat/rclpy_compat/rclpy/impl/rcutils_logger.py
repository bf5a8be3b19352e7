# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The logger of nodes and programs: it logs to the console, and to /rosout for a node and its children."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from rxros2 import _core

from .logging_filters import CallPlace
from .logging_severity import LoggingSeverity
from .reexports import reexports

__getattr__ = reexports(__name__)

_internal_callers = [__file__]
"""The files whose calls count as those of their callers. A program may append a file that wraps a logger."""

_levels: dict[str, LoggingSeverity] = {}
"""The levels that this process has set, by the names of loggers."""


def set_level(name: str, level: int) -> None:
    """Sets the least severity that a logger logs. Raises ValueError for a number that is no LoggingSeverity.

    UNSET gives a logger the level of its parent, and lets the root logger, whose name is '', log everything.
    """
    severity = LoggingSeverity(level)
    _core.set_logger_level(name, int(severity if name or severity else LoggingSeverity.DEBUG))
    _levels[name] = severity


def effective_level(name: str) -> LoggingSeverity:
    """Returns the least severity that a logger logs."""
    if not name and _levels.get(name) is LoggingSeverity.UNSET:
        return LoggingSeverity.UNSET
    return LoggingSeverity(_core.logger_level(name))


def clear_levels() -> None:
    """Resets the levels of all loggers."""
    for name in list(_levels):
        _core.set_logger_level(name, int(LoggingSeverity.UNSET))
    _levels.clear()


class RcutilsLogger:
    """Logs under a name. Thread-safe.

    Each call accepts once=True, skip_first=True, throttle_duration_sec=seconds and throttle_time_source_type=clock.
    """

    def __init__(self, name: str = '', *, _ancestor: tuple[str, ...] = ()) -> None:
        self.name = name
        self.contexts: dict[tuple[str, int, int], CallPlace] = {}
        # The logger from which get_child() has led here, if any. If it is a node's, this one logs to /rosout, too.
        self._ancestor = _ancestor

    def get_child(self, name: str) -> RcutilsLogger:
        """Returns the logger '<name>.<child>'. Raises ValueError for an empty name."""
        if not name:
            raise ValueError('Child logger name must not be empty')
        if not self.name:
            return RcutilsLogger(name)
        return RcutilsLogger(f'{self.name}.{name}', _ancestor=self._ancestor or (self.name,))

    def set_level(self, level: int) -> None:
        """Sets the least severity that is logged."""
        set_level(self.name, level)

    def get_effective_level(self) -> LoggingSeverity:
        """Returns the least severity that is logged."""
        return effective_level(self.name)

    def is_enabled_for(self, severity: int) -> bool:
        """Returns whether a message of this severity would be logged."""
        return severity >= _core.logger_level(self.name)

    def debug(self, message: str, **options: Any) -> bool:
        """Logs with severity DEBUG; returns whether it was logged."""
        return self.log(message, LoggingSeverity.DEBUG, **options)

    def info(self, message: str, **options: Any) -> bool:
        """Logs with severity INFO; returns whether it was logged."""
        return self.log(message, LoggingSeverity.INFO, **options)

    def warning(self, message: str, **options: Any) -> bool:
        """Logs with severity WARN; returns whether it was logged."""
        return self.log(message, LoggingSeverity.WARN, **options)

    def warn(self, message: str, **options: Any) -> bool:
        """Logs with severity WARN; returns whether it was logged."""
        return self.log(message, LoggingSeverity.WARN, **options)

    def error(self, message: str, **options: Any) -> bool:
        """Logs with severity ERROR; returns whether it was logged."""
        return self.log(message, LoggingSeverity.ERROR, **options)

    def fatal(self, message: str, **options: Any) -> bool:
        """Logs with severity FATAL; returns whether it was logged."""
        return self.log(message, LoggingSeverity.FATAL, **options)

    def log(self, message: str, severity: int, **options: Any) -> bool:
        """Logs with this severity; returns whether it was logged. The option `name` logs under another name.

        Raises TypeError for unknown options, and ValueError if name, severity or options are not those of the call
        before at the same place of the program.
        """
        if severity < _core.logger_level(self.name):
            return False
        name = options.pop('name', self.name)
        frame = _caller(sys._getframe(1))
        code = frame.f_code
        place = (code.co_filename, frame.f_lineno, frame.f_lasti)  # the last for two calls in one line
        known = self.contexts.get(place)
        if known is None:
            known = self.contexts[place] = CallPlace(name, severity, options)
        if not known.logs(name, severity, options):
            return False
        level = int(LoggingSeverity(severity))
        text = str(message).encode('utf-8', 'replace').decode()  # a peer may have sent what is not UTF-8
        _core.log(name, level, text, code.co_name, code.co_filename, frame.f_lineno, *self._ancestor)
        return True


def _caller(frame: FrameType) -> FrameType:
    """Returns the frame of the program that called a logger."""
    while frame.f_back is not None and any(file in frame.f_code.co_filename for file in _internal_callers):
        frame = frame.f_back
    return frame
