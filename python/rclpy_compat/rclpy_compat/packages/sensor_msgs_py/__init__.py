# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Helpers for messages of sensor_msgs: the API of ROS 2's sensor_msgs_py."""
