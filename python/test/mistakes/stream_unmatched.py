# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Streams whose stamps never fit are synchronized.

says: [WARN] […] [mower]: synchronize: no messages match: the newest stamp of stream 2 is … s after that of stream 1; stamp the messages by one clock, or allow this difference
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import Range


def ranges(offset):
    def stamped(n):
        message = Range(range=1.0)
        message.header.stamp.sec = n + offset
        return message

    return rx.from_timer(node, 0.1).pipe(rx.map(stamped))


with rx.create_node('mower') as node:
    rx.synchronize(ranges(0), ranges(100), tolerance=0.02).matched().subscribe(print)
    rx.from_timer(node, 2.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
