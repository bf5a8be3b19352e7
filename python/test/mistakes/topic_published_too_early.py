# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message is published before a subscriber has been discovered.

says: TimeoutError: ros2.Sub(speed): nothing within 1 s…
exit: 1
group: topics
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            speeds = ros2.Pub(Float32, 'speed', 10)
            speeds.publish(Float32(data=0.3))
            speed = await ros2.Sub(Float32, 'speed', 10).wait_for_next(timeout=1)
            print(speed.data)


asyncio.run(main())
