# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A field of a message is read without await.

says: AttributeError: a wait of ros2.Sub(/chatter) has no attribute 'data': write (await sub.wait_for_…()).data
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
            print(chatter.wait_for_next(timeout=1).data)


asyncio.run(main())
