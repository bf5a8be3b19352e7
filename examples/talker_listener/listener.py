# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Logs every text on /chatter. Ctrl-C ends it."""

import asyncio
import contextlib

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


async def main() -> None:
    with ros2.auto_context('listener') as session:
        async with aio.Scope():
            async for message in ros2.Sub(String, '/chatter').listen_reliable():
                session.node.logger.info(f"I heard: '{message.data}'")


if __name__ == '__main__':
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
