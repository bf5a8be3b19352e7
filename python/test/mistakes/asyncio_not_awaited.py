# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A wait for a message has no await.

says: [WARN] […] [mower]: a wait of ros2.Sub(/chatter) was never awaited at …asyncio_not_awaited.py:19: write await sub.wait_for_…()
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
            chatter.wait_for_next(timeout=1)


asyncio.run(main())
