# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A background task raises, and the program does not keep it.

says: [ERROR] […] [mower]: ValueError: no route to the dock (…error_in_forgotten_task.py:15 in drive): the task
    drive has failed, and nothing awaits it
group: asyncio
"""

import asyncio

from rxros2.aio import ros2


async def drive():
    raise ValueError('no route to the dock')


async def main():
    with ros2.auto_context('mower'):
        asyncio.create_task(drive())  # noqa: RUF006
        await asyncio.sleep(0.5)


asyncio.run(main())
