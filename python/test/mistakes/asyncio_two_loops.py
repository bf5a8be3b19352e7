# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscription is used in two event loops.

says: RuntimeError: ros2.Sub(speed) belongs to an event loop that has ended; make it in the coroutine that uses it
exit: 1
group: asyncio
"""

import asyncio

from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def read(speeds):
    await speeds.wait_for_next(timeout=0.2)


with ros2.auto_context('mower'):
    speeds = ros2.Sub(Float32, 'speed', 10)
    for _ in range(2):
        try:
            asyncio.run(read(speeds))
        except TimeoutError as error:
            print(error)
