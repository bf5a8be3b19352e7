# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Topic and type are in the wrong order.

says: TypeError: expected the name of a topic, a str, found <class 'std_msgs.msg._float32.Float32'>
exit: 1
group: topics
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            ros2.Sub('speed', Float32, 10)


asyncio.run(main())
