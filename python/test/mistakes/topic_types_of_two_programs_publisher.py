# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publishes another type than topic_types_of_two_programs.py expects."""

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import Twist

with rx.create_node('drive') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda _: Twist()), rx.publish_to_topic(node, Twist, '/speed'))
    rx.from_timer(node, 3.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
