# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""discussion_ros2.py, over Zenoh."""

import asyncio

from rxros2 import aio
from rxros2.aio import zenoh


async def ada() -> None:
    says, hears = zenoh.Pub('discussion/ada'), zenoh.Sub('discussion/bob')
    await says.wait_for_matched(timeout=10)
    for sentence in ('Hello Bob!', 'Is the robot charged?', 'Then let us go.'):
        answer = hears.wait_for_next(timeout=10)  # counts from here, however quick Bob is
        print(f'Ada: {sentence}')
        says.put(sentence)
        print(f'Bob: {(await answer).payload.to_string()}')


async def bob() -> None:
    says, hears = zenoh.Pub('discussion/bob'), zenoh.Sub('discussion/ada')
    answers = {'Hello Bob!': 'Hello Ada.', 'Is the robot charged?': 'To the brim.'}
    async for sample in hears.listen_reliable():
        says.put(answers.get(sample.payload.to_string(), 'Good bye!'))


async def main() -> None:
    with zenoh.auto_context():
        async with aio.Scope() as scope:
            scope.task_group.create_task(bob())
            await ada()  # leaving the scope ends Bob


if __name__ == '__main__':
    asyncio.run(main())
