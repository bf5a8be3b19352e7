# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Drives a robot by the events of /keyboard and /joystick: velocities on /cmd_vel. Ctrl-C ends it."""

import sys

import events

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import Twist
from rxros2.interfaces.rxros2_teleop_msgs.msg import Joystick, Keyboard


class VelocityPublisher(rx.Node):
    def run(self):
        frequency = self.declare_parameter('/velocity_publisher/frequency', 10.0)
        joystick = rx.from_topic(self, Joystick, '/joystick').pipe(rx.map(lambda message: message.event))
        keyboard = rx.from_topic(self, Keyboard, '/keyboard').pipe(rx.map(lambda message: message.event))
        joystick.pipe(
            rx.merge(keyboard),
            rx.scan(events.Steering(self), (0.0, 0.0)),
            rx.map(events.to_twist),
            rx.sample_with_frequency(frequency),
            rx.publish_to_topic(self, Twist, '/cmd_vel'),
        )
        self.logger.info(f'publishing at {frequency:g} Hz')


node = VelocityPublisher('velocity_publisher', args=sys.argv)
node.start()
rx.spin(node)
node.close()
