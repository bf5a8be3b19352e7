# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two nodes are made, and only one is spun.

says: [WARN] […] [second]: nothing spins the node /second of …node_second_not_spun.py:10, so its streams do not run: spin() of /first runs the streams of that node only; make this node with share=<that node>
group: nodes
"""

from rxros2 import rx

with rx.create_node('first') as first, rx.create_node('second') as second:
    rx.from_timer(second, 0.05).subscribe(print)
    rx.from_timer(first, 0.2).subscribe(lambda _: rx.shutdown())
    rx.spin(first)
