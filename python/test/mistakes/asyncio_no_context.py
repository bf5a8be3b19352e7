# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscription without auto_context().

says: …UserWarning: a ROS 2 node was made that lives until the program ends; make one by `with ros2.auto_context("name"):`
group: asyncio
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    async with aio.Scope():
        ros2.Sub(Float32, 'speed', 10)


asyncio.run(main())
