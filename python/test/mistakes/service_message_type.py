# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A client is made of a message type.

says: …Error: …Bool…
exit: 1
group: services
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Bool


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            ros2.Client(Bool, 'blades')


asyncio.run(main())
