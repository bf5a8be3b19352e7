# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The age of messages whose stamps were never set is limited.

says: …StaleError: …no message newer than 0.5 s…
group: time
"""

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import Range

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda _: Range(range=1.0)), rx.max_age(0.5, node)).subscribe(print)
    rx.from_timer(node, 1.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
