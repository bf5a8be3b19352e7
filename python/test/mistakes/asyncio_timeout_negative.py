# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A time limit that is not a number.

says: TypeError: timeout is '1 s'; expected seconds
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
            await ros2.Sub(Float32, 'speed', 10).wait_for_next(timeout='1 s')


asyncio.run(main())
