# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscriber raises.

says: …ZeroDivisionError: division by zero…
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).subscribe(lambda n: print(1 / (2 - n)))
    rx.from_timer(node, 1.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
