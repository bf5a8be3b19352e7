# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publishes a text twice a second; listener.py, or any ROS 2 listener of /chatter, hears it. Ctrl-C ends it."""

import asyncio
import contextlib

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


async def main() -> None:
    with ros2.auto_context('talker') as session:
        async with aio.Scope():
            pub = ros2.Pub(String, '/chatter')
            count = 0
            async for _ in aio.Rate(2).listen_reliable():
                count += 1
                message = String(data=f'Hello, robot {count}')
                session.node.logger.info(f"Publishing: '{message.data}'")
                pub.publish(message)


if __name__ == '__main__':
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
