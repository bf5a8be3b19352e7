# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node is asked for its clock, as in rclpy.

says: AttributeError: 'Node' object has no attribute 'get_clock': write node.now(), which is in nanoseconds, or node.stamp() for a message
exit: 1
group: nodes
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    print(node.get_clock().now())
