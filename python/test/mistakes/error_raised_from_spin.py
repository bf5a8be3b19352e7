# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream ends by an error, and the node is to raise it.

says: IndexError: list index out of range
exit: 1
group: streams
"""

from rxros2 import rx

with rx.create_node('mower', on_stream_error='raise') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda n: [3, 5][n])).subscribe(print)
    rx.spin(node)
