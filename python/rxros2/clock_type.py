# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ClockType: the kinds of clocks."""

from __future__ import annotations

from enum import IntEnum


class ClockType(IntEnum):
    """The kinds of clocks: ROS time, which may be simulated, the system's time, and a monotonic one."""

    ROS_TIME = 1
    SYSTEM_TIME = 2
    STEADY_TIME = 3
