# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A light with its colour as a parameter. It tries two other colours, of which the second is invalid, and goes out."""

import rclpy
import rclpy.node
from rcl_interfaces.msg import ParameterDescriptor, SetParametersResult
from rclpy.parameter import Parameter

COLOURS = ('white', 'red', 'green')


class Lighthouse(rclpy.node.Node):
    def __init__(self):
        super().__init__('lighthouse')
        descriptor = ParameterDescriptor(description='what ships see', additional_constraints=' or '.join(COLOURS))
        self.declare_parameter('colour', 'white', descriptor)
        self.add_on_set_parameters_callback(self.check)
        self.wanted = ['green', 'mauve']
        self.create_timer(0.05, self.flash)

    def check(self, parameters):
        unknown = [
            parameter.value for parameter in parameters if parameter.name == 'colour' and parameter.value not in COLOURS
        ]
        return SetParametersResult(successful=not unknown, reason=f'no light is {unknown[0]}' if unknown else '')

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
