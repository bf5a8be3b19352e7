# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node that was made in an event loop is spun.

says: RuntimeError: /mower cannot be spun here: …
exit: 1
group: asyncio
"""

import asyncio

from rxros2 import rx


async def main():
    with rx.create_node('mower') as node:
        rx.from_timer(node, 0.1).subscribe(print)
        rx.spin(node)


asyncio.run(main())
