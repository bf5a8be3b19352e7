# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A rate of 0.

says: ValueError: Rate: frequency is 0; expected more than 0 Hz, and not infinite
exit: 1
group: asyncio
"""

import asyncio

from rxros2 import aio


async def main():
    async with aio.Scope():
        async for _ in aio.Rate(0).listen():
            print('tick')


asyncio.run(main())
