# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rx.spin() gets a node of rxros2.aio.

says: TypeError: expected a node of rxros2.rx, or one of rclpy, found <rxros2 node /mower>: make it by rx.create_node(name); the asyncio loop runs a node of rxros2.aio, without spin()
exit: 1
group: nodes
"""

from rxros2 import rx
from rxros2.aio import ros2

with ros2.Node('mower') as node:
    rx.spin(node)
