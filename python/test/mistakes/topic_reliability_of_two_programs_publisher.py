# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publishes best effort for topic_reliability_of_two_programs.py."""

from rxros2 import rx
from rxros2.aio.ros2 import qos_profile_sensor_data
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('lidar') as node:
    publish = rx.publish_to_topic(node, Float32, '/scan', qos_profile_sensor_data)
    rx.from_timer(node, 0.1).pipe(rx.map(lambda n: Float32(data=float(n))), publish)
    rx.from_timer(node, 3.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
