# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message without frame_id is transformed.

says: [WARN] […] [mower]: transform_to left out an item, and nobody subscribes to unmatched(): source_frame "" is not a frame name; expected a name that is not empty
group: transforms
"""

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import PointStamped

with rx.create_node('mower') as node:
    points = rx.from_timer(node, 0.2).pipe(rx.map(lambda _: PointStamped()), rx.transform_to(node, 'map', wait=0.3))
    points.subscribe(print)
    rx.from_timer(node, 1.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
