# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A publisher of a lifecycle node that is not active.

says: [WARN] […] [camera]: speed: a message was dropped, /camera is not active but unconfigured
group: nodes
"""

import asyncio

from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    async with ros2.LifecycleNode('camera') as camera:
        ros2.LifecyclePub(Float32, 'speed', node=camera).publish(Float32(data=0.3))


asyncio.run(main())
