# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A source gets the class of a node instead of a node.

says: TypeError: expected a node of rxros2.rx, or one of rclpy, found <class '__main__.Mower'>: write Mower(name)
exit: 1
group: streams
"""

from rxros2 import rx


class Mower(rx.Node):
    pass


rx.from_timer(Mower, 0.1).subscribe(print)
