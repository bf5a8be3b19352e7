# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A callback of a subscription is a coroutine function.

says: TypeError: create_subscription: the callback of speed is a coroutine function, which nobody would await; expected a function, or a task that loops over ros2.Sub(…, 'speed').listen()
exit: 1
group: asyncio
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def show(message):
    print(message.data)


async def main():
    with ros2.auto_context('mower') as session:
        async with aio.Scope():
            publisher = ros2.Pub(Float32, 'speed', 10)
            session.node.create_subscription(Float32, 'speed', show, 10)
            await publisher.wait_for_matched(timeout=1)
            publisher.publish(Float32(data=0.0))
            await asyncio.sleep(0.5)


asyncio.run(main())
