# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A topic name contains a character that ROS names cannot have.

says: …ValueError: Invalid topic name: a topic name has letters, digits, '_', '/', '~', '{' and '}', nothing else:…
group: topics
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mower') as node:
    rx.from_topic(node, Float32, 'blade-power').subscribe(print)
