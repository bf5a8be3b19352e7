# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A frame that nobody publishes.

says: [WARN] […] [mower]: transform_to left out an item, and nobody subscribes to unmatched(): target_frame "map" does not exist: no transform names it; check its publisher
group: transforms
"""

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import PointStamped


def seen(n):
    point = PointStamped()
    point.header.frame_id = 'laser'
    return point


with rx.create_node('mower') as node:
    rx.from_timer(node, 0.5).pipe(rx.map(seen), rx.transform_to(node, 'map', wait=0.3)).subscribe(print)
    rx.from_timer(node, 2.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
