# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter is declared twice.

says: rxros2._core.ParameterAlreadyDeclaredException: parameter 'cutting_height' was declared before
exit: 1
group: parameters
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    node.declare_parameter('cutting_height', 4.0)
    node.declare_parameter('cutting_height', 5.0)
