# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A goal for an action whose name has a typing error.

says: [WARN] […] [pilot]: ros2.ActionClient(/navigte) has waited 3 s for a server: no server of action /navigte; did you
  mean /navigate of node /driver?
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci


async def main():
    with ros2.Session('driver') as driver, ros2.auto_context('pilot'):
        async with aio.Scope() as scope:
            ros2.ActionServer(Fibonacci, '/navigate', driver)
            client = ros2.ActionClient(Fibonacci, '/navigte')
            scope.task_group.create_task(client.send_goal(Fibonacci.Goal(order=5)))
            await asyncio.sleep(5)
            scope.cancel()


asyncio.run(main())
