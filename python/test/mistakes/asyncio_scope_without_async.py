# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A scope is entered by `with`.

says: TypeError: a Scope is entered by `async with Scope() as scope:`
exit: 1
group: asyncio
"""

import asyncio

from rxros2 import aio


async def main():
    with aio.Scope():
        await aio.Rate(10).wait_for_next()


asyncio.run(main())
