# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter is read that was not declared.

says: rxros2._core.ParameterNotDeclaredException: parameter 'cutting_height' is not declared
exit: 1
group: parameters
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    print(node.get_parameter('cutting_height'))
