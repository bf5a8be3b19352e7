# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""small_pair.py talk|listen: the processes that benchmarks/small_computer.py observes, as small_pair.cpp has them."""

import asyncio
import sys

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


async def talk():
    """Publishes at 1 kHz."""
    message = String(data='hello')
    with ros2.auto_context('talker'):
        async with aio.Scope():
            pub = ros2.Pub(String, '/small', 10)
            async for _ in aio.Rate(1000).listen_reliable():
                pub.publish(message)


async def listen():
    """Prints the number of received messages, at the first one and then each second."""
    count = 0

    async def report():
        async for _ in aio.Rate(1).listen_reliable():
            print(count, flush=True)

    with ros2.auto_context('listener'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(report())
            async for _ in ros2.Sub(String, '/small', 10).listen_reliable():
                count += 1
                if count == 1:
                    print(count, flush=True)


if __name__ == '__main__':
    asyncio.run({'talk': talk, 'listen': listen}[sys.argv[1]]())
