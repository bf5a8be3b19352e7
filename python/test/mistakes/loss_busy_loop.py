# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A blocking call in a coroutine while messages arrive.

says: [WARN] […] [busy]: ros2.Sub(/fast): … messages were lost: the executor was busy while more arrived than the QoS
  depth of 5 holds; do less in one callback, or use a larger depth
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


async def main():
    with ros2.auto_context('busy'):
        async with aio.Scope():
            publisher, sub = ros2.Pub(String, '/fast', 5), ros2.Sub(String, '/fast', 5)
            await publisher.wait_for_matched()
            messages = sub.listen_reliable(queue_size=0)
            for number in range(20):
                publisher.publish(String(data=str(number)))  # the loop cannot run meanwhile
            await asyncio.sleep(0.2)
            print(messages.waiting())


asyncio.run(main())
