# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 daemon: accepts ROS 2's commands for a daemon, which rxros2 does not need."""

TEXT = 'rxros2 needs no daemon: each command discovers the ROS graph itself'
