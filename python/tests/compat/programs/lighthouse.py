# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A light whose colour is a parameter. It tries two other colours, the second of which is none, then goes out."""

import rclpy
import rclpy.node
from rcl_interfaces.msg import ParameterDescriptor, SetParametersResult
from rclpy.parameter import Parameter

COLOURS = ('white', 'red', 'green')


class Lighthouse(rclpy.node.Node):
    def __init__(self):
        super().__init__('lighthouse')
        what = ParameterDescriptor(description='what ships see', additional_constraints=' or '.join(COLOURS))
        self.declare_parameter('colour', 'white', what)
        self.add_on_set_parameters_callback(self.check)
        self.wanted = ['green', 'mauve']
        self.create_timer(0.05, self.flash)

    def check(self, parameters):
        wrong = [each.value for each in parameters if each.name == 'colour' and each.value not in COLOURS]
        return SetParametersResult(successful=not wrong, reason=f'no light is {wrong[0]}' if wrong else '')

    def flash(self):
        print('flash:', self.get_parameter('colour').get_parameter_value().string_value)
        if not self.wanted:
            raise SystemExit
        (result,) = self.set_parameters([Parameter('colour', value=self.wanted.pop(0))])
        print('taken' if result.successful else result.reason)


with rclpy.init():
    try:
        rclpy.spin(Lighthouse())
    except SystemExit:
        print('out')
