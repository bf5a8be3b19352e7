# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two loops in one node: one talks twice a second, the other four times. double_listener.py hears both."""

import asyncio
import contextlib

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Int64


async def talk(topic: str, frequency: float) -> None:
    pub = ros2.Pub(Int64, topic)
    count = 0
    async for _ in aio.Rate(frequency).listen_reliable():
        count += 1
        pub.publish(Int64(data=count))


async def main() -> None:
    with ros2.auto_context('double_talker'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(talk('/slow', 2))
            scope.task_group.create_task(talk('/fast', 4))
            await scope.join()  # without it the end of the block cancels the tasks


if __name__ == '__main__':
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
