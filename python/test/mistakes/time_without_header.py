# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The age of messages without a header is limited.

says: …TypeError: …expected a message with a header.stamp, found Float32…
group: time
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda _: Float32(data=1.0)), rx.max_age(0.5, node)).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
