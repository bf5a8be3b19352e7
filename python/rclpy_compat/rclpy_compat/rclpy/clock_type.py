# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The kinds of clocks."""

from enum import IntEnum


class ClockType(IntEnum):
    """The kinds of clocks."""

    UNINITIALIZED = 0
    ROS_TIME = 1
    SYSTEM_TIME = 2
    STEADY_TIME = 3
