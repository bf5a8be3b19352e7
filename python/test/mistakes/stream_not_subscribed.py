# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream is assembled, and nothing subscribes to it.

says: [WARN] […] [mower]: nothing subscribed to the stream of …stream_not_subscribed.py:12, so it never ran: end it with subscribe(…), publish_to_topic(…), or in another pipe
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import String

with rx.create_node('mower') as node:
    rx.from_topic(node, String, '/chatter').pipe(rx.map(lambda message: print(message.data)))
    rx.from_timer(node, 0.2).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
