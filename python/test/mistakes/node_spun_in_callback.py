# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node is spun in a callback of its own.

says: …RuntimeError: /mower cannot be spun here: …
group: nodes
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).subscribe(lambda _: rx.spin(node))
    rx.from_timer(node, 1.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
