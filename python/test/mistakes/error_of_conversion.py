# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message is made with a value of the wrong type.

says: [ERROR] […] [mower]: TypeError: std_msgs/msg/String: 'data': expected a str, found 0.5 (float)
    (…error_of_conversion.py:14 in <lambda>): stage map of
    publish_to_topic(distance) (subscribed to at …:15) ended by an error that nothing handles:…
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import String

with rx.create_node('mower') as node:
    distances = rx.from_timer(node, 0.1).pipe(rx.map(lambda n: String(data=0.5 * n)))
    distances.pipe(rx.publish_to_topic(node, String, 'distance'))
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
