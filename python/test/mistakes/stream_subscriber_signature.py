# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscriber that takes no item.

says: …TypeError: <lambda>() takes 0 positional arguments but 1 was given…
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).subscribe(lambda: print('tick'))
    rx.from_timer(node, 1.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
