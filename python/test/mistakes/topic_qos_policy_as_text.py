# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A QoS policy is a text.

says: TypeError: reliability of a QoS profile is 'best_effort'; expected one of …ReliabilityPolicy.BEST_EFFORT…
exit: 1
group: topics
"""

from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import LaserScan

with ros2.auto_context('mower'):
    scans = ros2.Sub(LaserScan, '/scan', ros2.QoSProfile(depth=5, reliability='best_effort'))
