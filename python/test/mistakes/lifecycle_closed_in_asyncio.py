# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A lifecycle node of streams in asyncio: the end of `with` cannot run on_shutdown().

says: [WARN] […] [motor]: /motor is closed inside a running asyncio loop and on_shutdown() does not run; it was
    unconfigured. Write `await node.change_state('shutdown')` before the end of `with`
group: shutdown
"""

import asyncio

from rxros2 import rx


class Motor(rx.LifecycleNode):
    def on_shutdown(self, state):
        print('motor: off')


async def main():
    with Motor('motor'):
        await asyncio.sleep(0.1)


asyncio.run(main())
