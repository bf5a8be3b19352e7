# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message of another type reaches publish_to_topic().

says: [ERROR] […] [mower]: TypeError: …String…(…error_of_publisher.py:13): publish_to_topic(speed) ended by an error…
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32, String

with rx.create_node('mower') as node:
    strings = rx.from_timer(node, 0.1).pipe(rx.map(lambda n: String(data=str(n))))
    strings.pipe(rx.publish_to_topic(node, Float32, 'speed'))
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
