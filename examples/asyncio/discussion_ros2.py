# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two who talk to each other over topics, each waiting for the other's answer."""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


async def ada() -> None:
    says, hears = ros2.Pub(String, '/ada'), ros2.Sub(String, '/bob')
    await says.wait_for_matched(timeout=10)
    for sentence in ('Hello Bob!', 'Is the robot charged?', 'Then let us go.'):
        answer = hears.wait_for_next(timeout=10)  # counts from here, however quick Bob is
        print(f'Ada: {sentence}')
        says.publish(String(data=sentence))
        print(f'Bob: {(await answer).data}')


async def bob() -> None:
    says, hears = ros2.Pub(String, '/bob'), ros2.Sub(String, '/ada')
    answers = {'Hello Bob!': 'Hello Ada.', 'Is the robot charged?': 'To the brim.'}
    async for message in hears.listen_reliable():
        says.publish(String(data=answers.get(message.data, 'Good bye!')))


async def main() -> None:
    with ros2.auto_context('discussion'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(bob())
            await ada()  # leaving the scope ends Bob


if __name__ == '__main__':
    asyncio.run(main())
