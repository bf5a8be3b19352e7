# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A transform of a frame that never comes.

says: [INFO] […] [mower]: from_transform(map, base_link) has waited 3 s for its first transform: target_frame "map" does not exist: no transform names it; check its publisher
group: transforms
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_transform(node, 'map', 'base_link').subscribe(print)
    rx.from_timer(node, 4.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
