# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream is kept in a variable, and nothing subscribes to it.

says: [WARN] […] [mower]: nothing subscribed to the stream of …stream_in_a_variable.py:11, so it never ran: …
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    ticks = rx.from_timer(node, 0.1).pipe(rx.do_action(print))
    rx.from_timer(node, 0.2).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
