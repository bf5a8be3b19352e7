# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A lifecycle node."""

import asyncio
import contextlib
import sys

from rxros2.aio import ros2


class Valve(ros2.LifecycleNode):
    async def on_configure(self, state):
        print('configures', flush=True)

    async def on_activate(self, state):
        print('activates', flush=True)


async def main():
    async with Valve('valve', args=sys.argv[1:]):
        await asyncio.Event().wait()


with contextlib.suppress(KeyboardInterrupt):
    asyncio.run(main())
