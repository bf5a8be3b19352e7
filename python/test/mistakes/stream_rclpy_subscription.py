# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscription is made by a name of rclpy.

says: AttributeError: module 'rxros2.rx' has no attribute 'create_subscription': write rx.from_topic(node, T, topic)
exit: 1
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import String

with rx.create_node('mower') as node:
    rx.create_subscription(node, String, '/chatter', print)
