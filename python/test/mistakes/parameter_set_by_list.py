# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters are set by a list, as in rclpy.

says: TypeError: set_parameters: expected {name: value}, found [('speed', 2.0)]
exit: 1
group: parameters
"""

from rxros2.aio import ros2

with ros2.Node('mower') as node:
    node.declare_parameter('speed', 0.3)
    node.set_parameters([('speed', 2.0)])
