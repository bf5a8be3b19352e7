# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A task of the scope raises.

says: ValueError: no route to the dock
exit: 1
group: asyncio
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2


async def drive():
    raise ValueError('no route to the dock')


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(drive())
            await asyncio.sleep(1)


asyncio.run(main())
