# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Severities of log messages."""

from enum import IntEnum


class LoggingSeverity(IntEnum):
    """The severities of log messages."""

    UNSET = 0
    DEBUG = 10
    INFO = 20
    WARN = 30
    ERROR = 40
    FATAL = 50
