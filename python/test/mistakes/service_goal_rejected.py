# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A goal that its server rejects.

says: rxros2.actions.GoalRejected: /count: the server did not accept the goal
exit: 1
group: services
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci


async def serve():
    async for goal in ros2.ActionServer(Fibonacci, 'count').listen_reliable():
        goal.reject()


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(serve())
            client = ros2.ActionClient(Fibonacci, 'count')
            await client.wait_for_server(timeout=5)
            await client.send_goal(Fibonacci.Goal(order=3), timeout=2)


asyncio.run(main())
