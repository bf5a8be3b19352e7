# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""wait_for_next() in a loop, between whose turns messages arrive.

says: [INFO] […] [slow]: ros2.Sub(/fast): … arrived between two calls of wait_for_next() at
  …loss_wait_for_next_in_loop.py:…, and nobody got them; listen_reliable() gets every item
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


async def main():
    with ros2.auto_context('slow'):
        async with aio.Scope() as scope:
            publisher, sub = ros2.Pub(String, '/fast', 100), ros2.Sub(String, '/fast', 100)
            scope.task_group.create_task(publish(publisher))
            for _ in range(10):
                await sub.wait_for_next()
                await asyncio.sleep(0.02)
            scope.cancel()


async def publish(publisher):
    async for tick in aio.Rate(200).listen():
        publisher.publish(String(data=str(tick)))


asyncio.run(main())
