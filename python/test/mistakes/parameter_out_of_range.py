# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter is set to a value outside of its range.

says: rxros2.parameters.ParameterRefused: /mower: cutting_height not set: parameter 'cutting_height': 20 is outside its range, 2 to 8
exit: 1
group: parameters
"""

from rxros2 import rx
from rxros2.interfaces.rcl_interfaces.msg import FloatingPointRange, ParameterDescriptor

HEIGHT = ParameterDescriptor(floating_point_range=[FloatingPointRange(from_value=2.0, to_value=8.0)])

with rx.create_node('mower') as node:
    node.declare_parameter('cutting_height', 4.0, HEIGHT)
    node.set_parameter('cutting_height', 20.0)
