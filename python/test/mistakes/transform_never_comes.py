# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A transform of a frame that never comes.

says: NOTHING
group: transforms
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_transform(node, 'map', 'base_link').subscribe(print)
    rx.from_timer(node, 6.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
