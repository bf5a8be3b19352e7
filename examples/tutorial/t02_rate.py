# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t02: publish at a rate."""

# snippet program
import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.auto_context('mower'):  # a node; what follows is made with it
        async with aio.Scope():
            odometer = ros2.Pub(Float32, 'distance', 10)
            metres = 0.0
            async for _ in aio.Rate(20).listen_reliable():  # twenty times a second
                metres += 0.25
                odometer.publish(Float32(data=metres))
                print(f'published {metres:.2f} m')
                if metres == 1.0:  # a tutorial has an end
                    break


asyncio.run(main())
# end
