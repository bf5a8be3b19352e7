# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Waits for a message of both topics of double_talker.py at a time, ten times."""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Int64


async def main() -> None:
    with ros2.auto_context('double_listener'):
        async with aio.Scope():
            slow, fast = ros2.Sub(Int64, '/slow'), ros2.Sub(Int64, '/fast')
            for _ in range(10):
                of_slow, of_fast = await asyncio.gather(slow.wait_for_next(), fast.wait_for_next())
                print(f'slow {of_slow.data}, fast {of_fast.data}', flush=True)


if __name__ == '__main__':
    asyncio.run(main())
