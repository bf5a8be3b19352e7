# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stage that has a name raises.

says: [ERROR] […] [mower]: ZeroDivisionError: division by zero (…): stage steer of from_timer(0.1)…
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.traced('steer', rx.map(lambda n: 1 / 0)), rx.filter(bool)).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
