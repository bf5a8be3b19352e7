# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A callback of parameters returns something else than an answer.

says: TypeError: a callback of add_on_set_parameters_callback() returned 2.0; expected None or True, a reason or False, or a SetParametersResult
exit: 1
group: parameters
"""

from rxros2.aio import ros2

with ros2.Node('mower') as node:
    node.declare_parameter('speed', 0.3)
    node.add_on_set_parameters_callback(lambda values: values['speed'])
    node.set_parameter('speed', 2.0)
