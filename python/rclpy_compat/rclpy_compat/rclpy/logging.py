# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Logging functions; the logger is in impl.rcutils_logger."""

import os
from pathlib import Path

from rxros2 import _core

from .impl.logging_severity import LoggingSeverity as LoggingSeverity
from .impl.rcutils_logger import RcutilsLogger, _levels, clear_levels, effective_level, set_level

_root_logger = RcutilsLogger()


def get_logger(name: str) -> RcutilsLogger:
    """Returns the logger of a name. Raises ValueError for an empty name."""
    if not name:
        raise ValueError('Logger name must not be empty; found none')
    return _root_logger.get_child(name)


def initialize() -> None:
    """Does nothing: logging works from the first import on."""


def shutdown() -> None:
    """Does nothing: logging works until the end."""


def clear_config() -> None:
    """Resets all levels that were set to the default."""
    clear_levels()


def get_logging_directory() -> Path:
    """Returns the folder of log files: ROS_LOG_DIR, else ROS_HOME/log, else ~/.ros/log."""
    folder = os.environ.get('ROS_LOG_DIR')
    if folder:
        return Path(folder).expanduser()
    return Path(os.environ.get('ROS_HOME') or '~/.ros').expanduser() / 'log'


def set_logger_level(name: str, level: int | LoggingSeverity, detailed_error: bool = False) -> None:
    """Sets the least severity that a logger logs. Raises ValueError for a number that is no LoggingSeverity."""
    set_level(name, level)


def get_logger_effective_level(name: str) -> LoggingSeverity:
    """Returns the least severity that a logger logs."""
    return effective_level(name)


def get_logger_level(name: str) -> LoggingSeverity:
    """Returns the severity that was set for this logger itself; UNSET if it has the level of its parent."""
    effective = _core.logger_level(name)
    parent = name.rpartition('.')[0]
    is_own = _levels.get(name) == effective or (name and effective != _core.logger_level(parent))
    return LoggingSeverity(effective) if is_own else LoggingSeverity.UNSET


def get_logging_severity_from_string(log_severity: str) -> LoggingSeverity:
    """Returns the severity of a name such as 'info'. Raises RuntimeError for an unknown name."""
    try:
        return LoggingSeverity[log_severity.upper()]
    except KeyError:
        raise RuntimeError(f"'{log_severity}' is not a log severity") from None
