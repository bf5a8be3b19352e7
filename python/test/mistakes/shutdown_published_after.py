# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message is published after the context has ended.

says: RuntimeError: …the publisher is closed…
exit: 1
group: shutdown
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            speeds = ros2.Pub(Float32, 'speed', 10)
    speeds.publish(Float32(data=0.0))


asyncio.run(main())
