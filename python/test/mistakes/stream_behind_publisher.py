# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An operator behind publish_to_topic() has no subscriber.

says: [WARN] […] [mower]: nothing subscribed to the stream of …stream_behind_publisher.py:12, so it never ran: …
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Int64

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.05).pipe(
        rx.map(lambda tick: Int64(data=tick)),
        rx.publish_to_topic(node, Int64, '/ticks'),
        rx.do_action(print),
    )
    rx.from_timer(node, 0.2).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
