# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Drives a robot by what comes on /keyboard and /joystick: velocities on /cmd_vel. Ctrl-C ends it."""

import events

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import Twist
from rxros2.interfaces.rxros2_teleop_msgs.msg import Joystick, Keyboard

with rx.create_node('velocity_publisher') as node:
    frequency = node.declare_parameter('/velocity_publisher/frequency', 10.0)
    keys = rx.from_topic(node, Keyboard, '/keyboard').pipe(rx.map(lambda key: key.event))
    sticks = rx.from_topic(node, Joystick, '/joystick').pipe(rx.map(lambda stick: stick.event))
    keys.pipe(
        rx.merge(sticks),  # one stream of events; `rxros2 view` draws what is traced
        rx.traced('events'),
        rx.scan(events.Steering(node), events.Velocity()),  # of velocities: each from the one before and an event
        rx.traced('commands', rx.map(events.to_twist)),  # of messages
        rx.sample_with_frequency(frequency),  # the latest, at a steady rate
        rx.traced('steady'),
        rx.publish_to_topic(node, Twist, '/cmd_vel'),
    )
    node.logger.info(f'{frequency:g} commands a second')
    rx.spin(node)
