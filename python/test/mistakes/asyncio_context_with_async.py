# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""auto_context() is entered by `async with`.

says: TypeError: auto_context() is entered by `with`, not by `async with`
exit: 1
group: asyncio
"""

import asyncio

from rxros2.aio import ros2


async def main():
    async with ros2.auto_context('mower'):
        await asyncio.sleep(0.1)


asyncio.run(main())
