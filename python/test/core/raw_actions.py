# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An action server with its client and the plain services of the action, and requests for these."""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.action_msgs.msg import GoalInfo
from rxros2.interfaces.action_msgs.srv import CancelGoal
from rxros2.interfaces.builtin_interfaces.msg import Time
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.unique_identifier_msgs.msg import UUID


def with_server(run, node, name, test, **options):
    """Runs `test(client, server, raw)`; raw contains the three services of the action, without ActionClient."""

    async def main():
        with ros2.auto_context(node):
            async with aio.Scope():
                server = ros2.ActionServer(Fibonacci, name, **options)
                client = ros2.ActionClient(Fibonacci, name)
                await client.wait_for_server(timeout=60)
                impl = Fibonacci.Impl
                raw = {
                    'send': ros2.Client(impl.SendGoalService, f'{name}/_action/send_goal'),
                    'result': ros2.Client(impl.GetResultService, f'{name}/_action/get_result'),
                    'cancel': ros2.Client(CancelGoal, f'{name}/_action/cancel_goal'),
                }
                for raw_client in raw.values():
                    await raw_client.wait_for_service(timeout=60)
                await test(client, server, raw)

    run(main())


def send_request(number, order=1):
    return Fibonacci.Impl.SendGoalService.Request(goal_id=UUID(uuid=[number] * 16), goal=Fibonacci.Goal(order=order))


def result_request(goal_id):
    return Fibonacci.Impl.GetResultService.Request(goal_id=UUID(uuid=list(goal_id)))


def cancel_request(goal_id=bytes(16), stamp=0):
    sec, nanosec = divmod(stamp, 10**9)
    return CancelGoal.Request(
        goal_info=GoalInfo(goal_id=UUID(uuid=list(goal_id)), stamp=Time(sec=sec, nanosec=nanosec))
    )


async def accepted(client, server, order=1, **options):
    """Returns both ends of a goal that is being executed."""
    sending = asyncio.create_task(client.send_goal(Fibonacci.Goal(order=order), timeout=60))
    goal = await server.wait_for_next(timeout=60)
    goal.accept(**options)
    return await sending, goal
