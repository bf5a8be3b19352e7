# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""run() of a node raises in its thread.

says: …RuntimeError: no blades…
group: nodes
"""

from rxros2 import rx


class Mower(rx.Node):
    def run(self):
        raise RuntimeError('no blades')


with Mower('mower') as node:
    node.start()
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
