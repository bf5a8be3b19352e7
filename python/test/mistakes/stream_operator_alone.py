# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""publish_to_topic() stands alone instead of in a pipe.

says: [WARN] […] [mower]: publish_to_topic(/cmd_vel) of …stream_operator_alone.py:12 is in no pipe, so it did nothing: write source.pipe(publish_to_topic(/cmd_vel), …)
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import Twist

with rx.create_node('mower') as node:
    rx.publish_to_topic(node, Twist, '/cmd_vel')
    rx.from_timer(node, 0.2).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
