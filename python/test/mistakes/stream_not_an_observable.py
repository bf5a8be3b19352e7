# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message in place of a stream in merge().

says: …AttributeError: 'Float32' object has no attribute 'subscribe'…
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.merge(Float32(data=1.0))).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
