# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A goal for an action that no node serves.

says: …NoActionServer: no server of the action /count within 1 s…
exit: 1
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            await ros2.ActionClient(Fibonacci, 'count').send_goal(Fibonacci.Goal(order=3), timeout=1)


asyncio.run(main())
