# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A loop over every message takes longer than the messages need to arrive.

says: [WARN] […] [slow]: ros2.Sub(/fast): … dropped…: the queue of 10 of listen_reliable() at …loss_slow_listener.py:…
  is full, as items arrive faster than they are taken; give it a larger queue_size (0: unbounded), or use listen() for
  the latest item only
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
            async for _ in sub.listen_reliable():
                await asyncio.sleep(0.02)
                if sub.statistics().received > 60:
                    break
            scope.cancel()


async def publish(publisher):
    async for tick in aio.Rate(200).listen():
        publisher.publish(String(data=str(tick)))


asyncio.run(main())
