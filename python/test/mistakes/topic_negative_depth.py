# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A negative depth.

says: ValueError: depth of a QoS profile is -1; expected at least 1 with keep_last
exit: 1
group: topics
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mower') as node:
    rx.from_topic(node, Float32, 'speed', -1)
