# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node that nothing spins.

says: [WARN] […] [mower]: nothing spins the node /mower of …node_not_spun.py:10, so its streams do not run: call rx.spin(node), or make the node in a running asyncio loop
group: nodes
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).subscribe(print)
