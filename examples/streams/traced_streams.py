# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A simulated distance sensor and brakes as a pipe with named stages, until Ctrl-C.

Run it with RXROS2_TRACE=1, and `rxros2 view` draws what flows through them.
"""

import math

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float64


def distance(tick):
    """Metres: a wall comes and goes."""
    return round(1.2 + math.sin(tick / 5), 1)


def near(metres):
    return metres < 1.5


def brake(metres):
    return Float64(data=round(100 * (1.5 - metres)))  # N


with rx.create_node('brakes') as node:
    rx.from_timer(node, 0.2).pipe(
        rx.traced('distance', rx.map(distance)),
        rx.traced('near', rx.filter(near)),
        rx.traced('brake', rx.map(brake)),
        rx.publish_to_topic(node, Float64, '/brake'),
    )
    rx.spin(node)
