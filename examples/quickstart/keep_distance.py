# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Drives forward and stops in front of obstacles. The README shows this program. Ctrl-C ends it."""

# snippet main
from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import Twist, Vector3
from rxros2.interfaces.sensor_msgs.msg import Range

with rx.create_node('keep_distance') as node:
    rx.from_topic(node, Range, 'range').pipe(  # a stream of messages
        rx.map(lambda message: 0.2 if message.range > 0.5 else 0.0),  # metres to m/s
        rx.map(lambda speed: Twist(linear=Vector3(x=speed))),
        rx.sample_with_frequency(10.0),  # the latest, at 10 Hz
        rx.publish_to_topic(node, Twist, 'cmd_vel'),
    )
    rx.spin(node)
# end
