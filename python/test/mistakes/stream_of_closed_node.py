# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream of a node that is closed.

says: [WARN] […] [mower]: the node /mower is closed, so the stream of …stream_of_closed_node.py:13 completes at once: use the node before close(), inside its with block
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mower') as node:
    pass
rx.from_topic(node, Float32, 'speed').subscribe(print)
