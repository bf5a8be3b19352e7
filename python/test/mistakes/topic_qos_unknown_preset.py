# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The name of a QoS preset is misspelt.

says: AttributeError: module 'rxros2.aio.ros2' has no attribute 'qos_profile_sensors'…'qos_profile_sensor_data'…
exit: 1
group: topics
"""

from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import LaserScan

with ros2.auto_context('mower'):
    scans = ros2.Sub(LaserScan, '/scan', ros2.qos_profile_sensors)
