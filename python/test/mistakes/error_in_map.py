# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An exception in map().

says: [ERROR] […] [mower]: ZeroDivisionError: …by zero (…error_in_map.py:14 in <lambda>): stage map of
    from_timer(0.1) (subscribed to at …error_in_map.py:14) ended by an error that nothing handles:
    give subscribe() an on_error, or put catch() or retry() before it
not: Traceback
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda n: 10 // (3 - n))).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
