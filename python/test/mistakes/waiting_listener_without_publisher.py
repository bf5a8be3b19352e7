# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A loop over a topic that nobody publishes.

says: [INFO] […] [mower]: ros2.Sub(/scan) has waited 3 s for a publisher: no publisher of /scan
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import LaserScan


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(steer())
            await asyncio.sleep(5)
            scope.cancel()


async def steer():
    async for scan in ros2.Sub(LaserScan, '/scan').listen():
        print(min(scan.ranges))


asyncio.run(main())
