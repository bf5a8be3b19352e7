# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message of another type is published.

says: TypeError: expected a message std_msgs/msg/Float32, found String
exit: 1
group: topics
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32, String


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            ros2.Pub(Float32, 'speed', 10).publish(String(data='fast'))


asyncio.run(main())
