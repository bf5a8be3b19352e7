# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""retry() hides that a stream fails again and again.

says: [WARN] […] [mower]: ZeroDivisionError: division by zero (…error_swallowed_by_retry.py:12 in <lambda>): retry
    subscribes to from_timer(0.1) again
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda n: 1 / 0), rx.retry()).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
