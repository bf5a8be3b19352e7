# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The events of /keyboard and /joystick, the velocities they mean, and their message; used by the programs beside."""

from rxros2.interfaces.geometry_msgs.msg import Twist

(NEUTRAL, BUTTON0_DOWN, BUTTON0_UP, BUTTON1_DOWN, BUTTON1_UP, AXIS_UP, AXIS_LEFT, AXIS_RIGHT, AXIS_DOWN) = range(9)
(NONE, UP, LEFT, RIGHT, DOWN, SPACE) = range(20, 26)

LIMITS = {  # parameters of the velocity publishers: m/s and rad/s
    '/velocity_publisher/min_vel_linear': 0.10,
    '/velocity_publisher/max_vel_linear': 1.00,
    '/velocity_publisher/min_vel_angular': 0.20,
    '/velocity_publisher/max_vel_angular': 2.00,
}


class Steering:
    """How a velocity, (linear, angular), changes by an event."""

    def __init__(self, node):
        """Declares the limits as parameters of the node."""
        limits = [node.declare_parameter(name, value) for name, value in LIMITS.items()]
        (self.min_linear, self.max_linear, self.min_angular, self.max_angular) = limits
        self.linear_step = (self.max_linear - self.min_linear) / 10
        self.angular_step = (self.max_angular - self.min_angular) / 10

    def __call__(self, velocity, event):
        linear, angular = velocity
        if event in (BUTTON0_DOWN, BUTTON1_DOWN, SPACE):
            return 0.0, 0.0
        if event in (AXIS_UP, UP):
            return within(linear + self.linear_step, self.min_linear, self.max_linear, True), angular
        if event in (AXIS_DOWN, DOWN):
            return within(linear - self.linear_step, self.min_linear, self.max_linear, False), angular
        if event in (AXIS_LEFT, LEFT):
            return linear, within(angular + self.angular_step, self.min_angular, self.max_angular, True)
        if event in (AXIS_RIGHT, RIGHT):
            return linear, within(angular - self.angular_step, self.min_angular, self.max_angular, False)
        return velocity


def within(velocity, least, most, faster):
    """Not beyond the limits, and not slower than the least: such a robot would stand still."""
    if -least < velocity < least:
        return least if faster else -least
    return max(-most, min(most, velocity))


def to_twist(velocity):
    twist = Twist()
    twist.linear.x, twist.angular.z = velocity
    return twist
