# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An exception in front of share(), scan() and sample_with_frequency().

says: [ERROR] […] [mower]: IndexError: list index out of range (…error_behind_share.py:12 in <lambda>): stage map of
    from_timer(0.1) (subscribed to at …:13) ended by an error that nothing handles:…
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    heights = rx.from_timer(node, 0.1).pipe(rx.map(lambda n: [3, 5][n]), rx.share(), rx.scan(max))
    heights.pipe(rx.sample_with_frequency(20.0)).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
