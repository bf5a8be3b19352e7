# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The value of a parameter is read as in rclpy.

says: AttributeError: 'float' object has no attribute 'value'
exit: 1
group: parameters
"""

from rxros2.aio import ros2

with ros2.Node('mower') as node:
    node.declare_parameter('speed', 0.3)
    print(node.get_parameter('speed').value)
