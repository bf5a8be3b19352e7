# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two threads spin one node.

says: RuntimeError: /mower cannot be spun here: …
exit: 1
group: nodes
"""

import threading

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    other = threading.Thread(target=rx.spin, args=(node,))
    other.start()
    rx.spin(node)
