# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""`async for` loops over a subscription itself.

says: TypeError: ros2.Sub(/chatter) is not an iterator: write `async for item in sub.listen()`; listen_reliable() has every item
exit: 1
group: asyncio
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            chatter = ros2.Sub(String, '/chatter', 10)
            async for message in chatter:
                print(message.data)


asyncio.run(main())
