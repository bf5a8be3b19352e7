# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscription is made and not kept.

says: [WARN] […] [mower]: nothing can use ros2.Sub(/chatter) of …asyncio_sub_dropped.py:18: write sub = ros2.Sub(/chatter), then sub.listen()
group: asyncio
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            ros2.Sub(String, '/chatter', 10)
            await asyncio.sleep(0.1)


asyncio.run(main())
