# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""run() loops without a look at the end of the node.

says: [WARN] […] [mower]: close() of /mower waits for its run(), which is still at …node_run_ignores_shutdown.py:16: a loop in run() has to end when self.ok() is False
group: nodes
"""

import time

from rxros2 import rx


class Mower(rx.Node):
    def run(self):
        for _ in range(45):
            time.sleep(0.1)


mower = Mower('mower')
mower.start()
mower.close()
