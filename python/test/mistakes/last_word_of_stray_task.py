# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A task of asyncio.create_task() publishes its last message after the node has closed.

says: RuntimeError: a message for cmd_vel is not sent, the publisher is closed; publish before its scope and node end,
    in tasks made by scope.task_group.create_task()
group: shutdown
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import Twist


async def drive(commands):
    try:
        async for _ in aio.Rate(50).listen():
            commands.publish(Twist())
    finally:
        commands.publish(Twist())  # stop


async def main():
    with ros2.auto_context('driver'):
        task = asyncio.create_task(drive(ros2.Pub(Twist, 'cmd_vel')))
        await asyncio.wait([task], timeout=0.2)


asyncio.run(main())
