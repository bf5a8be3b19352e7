# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node is asked for a timer, as in rclpy.

says: AttributeError: 'Node' object has no attribute 'create_timer': write rx.from_timer(node, period), ros2.Timer(period) or aio.Rate(frequency)
exit: 1
group: nodes
"""

from rxros2.aio import ros2

with ros2.Node('mower') as node:
    node.create_timer(0.5, lambda: print('tick'))
