# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscription is used behind the end of its scope.

says: rxros2.aio.core.consumer.SubClosed: ros2.Sub(speed) is closed
exit: 1
group: asyncio
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            speeds = ros2.Sub(Float32, 'speed', 10)
        await speeds.wait_for_next(timeout=1)


asyncio.run(main())
