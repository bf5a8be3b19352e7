# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""freshness() behind messages without a header.

says: [ERROR] […] [mower]: TypeError: freshness: expected a message with a header.stamp, found Float32
    (…error_without_header.py:15): from_topic(speed) ended by an error that nothing handles:…
group: time
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda n: Float32(data=n / 10)), rx.publish_to_topic(node, Float32, 'speed'))
    speeds = rx.from_topic(node, Float32, 'speed')
    speeds.pipe(rx.freshness(0.5)).subscribe(print)
    rx.from_timer(node, 1.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
