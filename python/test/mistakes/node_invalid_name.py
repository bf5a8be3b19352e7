# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node name contains a character that ROS names cannot have.

says: ValueError: Invalid node name: a node name has letters, digits and '_', nothing else:
says: 'front-camera'
exit: 1
group: nodes
"""

from rxros2 import rx

with rx.create_node('front-camera') as node:
    rx.spin(node)
