# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A program waits for a subscriber that never comes.

says: TimeoutError: no subscription of …speed within 1 s…
exit: 1
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            speeds = ros2.Pub(Float32, 'speed', 10)
            await speeds.wait_for_matched(timeout=1)


asyncio.run(main())
