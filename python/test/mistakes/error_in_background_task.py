# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A background task raises, and the program keeps it without awaiting it.

says: [ERROR] […] [mower]: ValueError: no route to the dock (…error_in_background_task.py:16 in drive): the task
    drive has failed, and nothing awaits it
not: Traceback
group: asyncio
"""

import asyncio

from rxros2.aio import ros2


async def drive():
    raise ValueError('no route to the dock')


async def main():
    with ros2.auto_context('mower'):
        tasks = [asyncio.create_task(drive())]
        await asyncio.sleep(1.5)
        print(len(tasks), 'task')


asyncio.run(main())
