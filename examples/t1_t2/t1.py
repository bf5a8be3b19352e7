# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""t1 under asyncio: sends a mebibyte on /T1T twenty times a second, and logs how old what comes on /T2T is."""

import asyncio
import contextlib
import itertools

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.ros2_msg.msg import Test

NANOSECONDS = 1_000_000_000


async def send(node):
    pub = ros2.Pub(Test, '/T1T', 10)
    numbers = itertools.count()
    async for _ in aio.Rate(20).listen():
        message = Test(msg_no=next(numbers), data='.' * 2**20)
        message.time_stamp.sec, message.time_stamp.nanosec = divmod(node.now(), NANOSECONDS)
        pub.publish(message)


async def log_ages(node):
    async for received in ros2.Sub(Test, '/T2T', 10).listen_reliable():
        sent = received.time_stamp.sec * NANOSECONDS + received.time_stamp.nanosec
        node.logger.info(f'{received.msg_no}: {len(received.data)} bytes, {node.now() - sent} ns old')


async def main():
    with ros2.auto_context('T1') as session:
        async with aio.Scope():
            session.node.logger.info('sends')
            await asyncio.gather(send(session.node), log_ages(session.node))


if __name__ == '__main__':
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
