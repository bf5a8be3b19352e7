# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A task group of a scope is used after its end.

says: RuntimeError: TaskGroup <TaskGroup entered> is finished
exit: 1
group: asyncio
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2


async def drive():
    await asyncio.sleep(1)


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            pass
        scope.task_group.create_task(drive())


asyncio.run(main())
