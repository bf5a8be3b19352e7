# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ClockType: which time."""

from __future__ import annotations

from enum import IntEnum


class ClockType(IntEnum):
    """Which time: the node's, which may be simulated, the system's, or one that only goes on."""

    ROS_TIME = 1
    SYSTEM_TIME = 2
    STEADY_TIME = 3
