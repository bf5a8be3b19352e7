# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A function of items in pipe(), without map().

says: …AttributeError: 'Stream' object has no attribute 'data': write pipe(rx.map(lambda item: item.data)) if its items have one…
exit: 1
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mower') as node:
    rx.from_topic(node, Float32, '/height').pipe(lambda message: message.data).subscribe(print)
    rx.spin(node)
