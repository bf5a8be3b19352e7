# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A callback refuses a parameter by False.

says: rxros2.parameters.ParameterRefused: /mower: speed not set: is_slow() refused speed
exit: 1
group: parameters
"""

from rxros2.aio import ros2


def is_slow(values):
    return values['speed'] < 1


with ros2.Node('mower') as node:
    node.declare_parameter('speed', 0.3)
    node.add_on_set_parameters_callback(is_slow)
    node.set_parameter('speed', 2.0)
