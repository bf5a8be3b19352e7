# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The numbers in Keyboard.event and Joystick.event, and how a velocity changes by them; used by the programs beside."""

from typing import NamedTuple

from rxros2.interfaces.geometry_msgs.msg import Twist

(NEUTRAL, BUTTON0_DOWN, BUTTON0_UP, BUTTON1_DOWN, BUTTON1_UP, AXIS_UP, AXIS_LEFT, AXIS_RIGHT, AXIS_DOWN) = range(9)
(NONE, UP, LEFT, RIGHT, DOWN, SPACE) = range(20, 26)


class Gear(NamedTuple):
    """The speeds of one motion: changed in ten steps, and below the least the robot would not move."""

    least: float
    most: float

    def faster(self, speed):
        faster = min(speed + (self.most - self.least) / 10, self.most)
        return self.least if abs(faster) < self.least else faster

    def slower(self, speed):
        return -self.faster(-speed)


class Velocity(NamedTuple):
    forward: float = 0.0  # m/s
    left: float = 0.0  # rad/s


class Steering:
    """Computes the next velocity from the current one and an event."""

    def __init__(self, node):
        """Declares the limits as parameters of the node."""

        def parameter(name, value):
            return node.declare_parameter(f'/velocity_publisher/{name}', value)

        self.drive = Gear(parameter('min_vel_linear', 0.10), parameter('max_vel_linear', 1.00))
        self.turn = Gear(parameter('min_vel_angular', 0.20), parameter('max_vel_angular', 2.00))

    def __call__(self, now, event):
        if event in (UP, AXIS_UP):
            return now._replace(forward=self.drive.faster(now.forward))
        if event in (DOWN, AXIS_DOWN):
            return now._replace(forward=self.drive.slower(now.forward))
        if event in (LEFT, AXIS_LEFT):
            return now._replace(left=self.turn.faster(now.left))
        if event in (RIGHT, AXIS_RIGHT):
            return now._replace(left=self.turn.slower(now.left))
        return Velocity() if event in (SPACE, BUTTON0_DOWN, BUTTON1_DOWN) else now


def to_twist(velocity):
    twist = Twist()
    twist.linear.x, twist.angular.z = velocity
    return twist
