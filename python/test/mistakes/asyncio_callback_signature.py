# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A callback of a subscription takes no message.

says: …TypeError: main.<locals>.<lambda>() takes 0 positional arguments but 1 was given…
group: asyncio
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.auto_context('mower') as session:
        async with aio.Scope():
            publisher = ros2.Pub(Float32, 'speed', 10)
            session.node.create_subscription(Float32, 'speed', lambda: print('a speed'), 10)
            await publisher.wait_for_matched(timeout=1)
            publisher.publish(Float32(data=0.0))
            await asyncio.sleep(0.5)


asyncio.run(main())
