# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A lifecycle node is never configured, while its neighbour is active; rxros2 doctor names it.

says: warning  the lifecycle node /camera is unconfigured, while /lidar is active
beside: rxros2 doctor running
group: nodes
"""

import asyncio

from rxros2.aio import ros2


async def main():
    async with ros2.LifecycleNode('lidar') as lidar, ros2.LifecycleNode('camera'):
        await lidar.configure()
        await lidar.activate()
        await asyncio.sleep(12)


asyncio.run(main())
