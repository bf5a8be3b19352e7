# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream of numbers goes into publish_to_topic() of messages.

says: …TypeError: expected a message std_msgs/msg/Float32, found float…
group: topics
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda n: 0.1 * n), rx.publish_to_topic(node, Float32, 'speed'))
    rx.from_timer(node, 1.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
