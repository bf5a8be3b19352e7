# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node by a function: for programs that are one node. It lets a lamp blink, as node_by_class does."""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Bool

with rx.create_node('blinker') as node:
    rx.from_timer(node, 0.5).pipe(
        rx.map(lambda tick: Bool(data=tick % 2 == 1)),
        rx.log(node.logger, 'lamp'),
        rx.publish_to_topic(node, Bool, 'lamp'),
    )
    rx.spin(node)
