# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A scope ends before its tasks have begun.

says: the end of the Scope of …asyncio_scope_ends_early.py:19 cancels tasks before they begin, mow: `await scope.join()` waits for them
group: asyncio
"""

import asyncio

from rxros2 import aio


async def mow():
    async for _ in aio.Rate(10).listen():
        print('mowing')


async def main():
    async with aio.Scope() as scope:
        scope.task_group.create_task(mow())


asyncio.run(main())
