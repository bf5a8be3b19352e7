# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A server of goals forgets a goal.

says: [WARN] […] [mower]: ros2.ActionServer(/count): a goal was dropped before it ended, it is aborted
says: rxros2.actions.GoalAborted: the goal of ros2.ActionClient(count) did not succeed: it was aborted
exit: 1
group: services
"""

import asyncio
import gc

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci


async def serve():
    async for goal in ros2.ActionServer(Fibonacci, 'count').listen_reliable():
        goal.accept()
        del goal


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(serve())
            client = ros2.ActionClient(Fibonacci, 'count')
            await client.wait_for_server(timeout=5)
            goal = await client.send_goal(Fibonacci.Goal(order=3), timeout=2)
            gc.collect()
            await goal.result(timeout=2)


asyncio.run(main())
