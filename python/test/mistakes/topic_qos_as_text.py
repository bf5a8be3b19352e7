# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The QoS is the name of a preset as a text.

says: TypeError: expected a QoSProfile or a depth, found 'sensor_data': write qos_profile_sensor_data
exit: 1
group: topics
"""

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import LaserScan

with rx.create_node('mower') as node:
    rx.from_topic(node, LaserScan, '/scan', 'sensor_data').subscribe(print)
