# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes for the tests: one with an action, one with a lifecycle. Ends at the end of standard input."""

import asyncio
import contextlib
import sys

from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci


class Camera(ros2.LifecycleNode):
    def on_activate(self, state):
        return ros2.TransitionCallbackReturn.FAILURE


async def count(goal):
    """Counts up to the order; an order of 100 runs until it is canceled; 13 fails."""
    goal.accept()
    done = 0
    while done < goal.request.order:
        done += 1
        goal.publish_feedback(Fibonacci.Feedback(sequence=[done]))
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(goal.wait_for_cancel(), 0.01)
            goal.canceled(Fibonacci.Result(sequence=[done]))
            return
    (goal.abort if done == 13 else goal.succeed)(Fibonacci.Result(sequence=[done]))


async def serve():
    tasks = set()
    async for goal in ros2.ActionServer(Fibonacci, '/count').listen_reliable():
        if goal.request.order < 0:
            goal.reject()
        else:
            tasks.add(asyncio.create_task(count(goal)))


async def main():
    with ros2.auto_context('counter') as session:
        async with Camera('camera', share=session.node):
            serving = asyncio.create_task(serve())
            print('ready', flush=True)
            await asyncio.to_thread(sys.stdin.read)
            serving.cancel()


asyncio.run(main())
