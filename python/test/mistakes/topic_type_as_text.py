# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The name of a type in place of its class.

says: TypeError: expected a class of rxros2.interfaces, found 'std_msgs/msg/String': rxros2.interface('std_msgs/msg/String') is its class
exit: 1
group: topics
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    node.create_subscription('std_msgs/msg/String', 'chatter', print, 10)
