# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter is set to a value of another type.

says: rxros2.parameters.ParameterRefused: /mower: cutting_height not set: parameter 'cutting_height': it is declared as double, which string does not fit
exit: 1
group: parameters
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    node.declare_parameter('cutting_height', 4.0)
    node.set_parameter('cutting_height', 'low')
