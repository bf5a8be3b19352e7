# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node is spun behind the end of its with block.

says: [WARN] […] [mower]: the node /mower is closed, so spin() of …node_spun_after_close.py:12 returns at once: use the node before close(), inside its with block
group: nodes
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).subscribe(print)
rx.spin(node)
