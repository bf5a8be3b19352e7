# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An integer for a parameter that is a double.

says: rxros2._core.InvalidParameterTypeException: parameter 'cutting_height' has another type: it is declared as double, which string does not fit
exit: 1
arguments: --ros-args -p cutting_height:=4x
group: parameters
"""

import sys

from rxros2 import rx

rx.init(sys.argv)
with rx.create_node('mower') as node:
    node.declare_parameter('cutting_height', 4.0)
