# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A robot drives to a dock; a better dock is found on the way, and preempts it.

A goal's order is the distance of a dock in steps, its feedback the steps that were made.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from reactivex import operators as ops

from rxros2 import rx
from rxros2.interfaces.example_interfaces.action import Fibonacci

STEP = 0.02  # seconds


async def drive(goal: rx.GoalRequest) -> AsyncIterator[Any]:
    """Each step is a feedback, the last item the result. Canceled where it waits."""
    distance = goal.request.order
    try:
        for step in range(1, distance + 1):
            await asyncio.sleep(STEP)
            yield Fibonacci.Feedback(sequence=[step])
        yield Fibonacci.Result(sequence=[distance])
    except asyncio.CancelledError:
        print(f'robot: turned round on the way to the dock at {distance}')
        raise


def print_update(update: rx.GoalUpdate) -> None:
    if update.kind is rx.GoalUpdateKind.RESULT:
        print(f'docked at {update.result.sequence[0]}')
    elif update.kind is rx.GoalUpdateKind.ACCEPTED:
        print('on the way')


def main() -> None:
    rx.init()
    robot = rx.create_node('robot')
    rx.serve_goals(robot, Fibonacci, 'dock', at_most=1).subscribe(lambda goal: goal.answer(drive(goal)))

    pilot = rx.create_node('pilot', share=robot)
    far, near = Fibonacci.Goal(order=1000), Fibonacci.Goal(order=5)
    docks = rx.from_timer(pilot, 2.0).pipe(ops.take(1), ops.map(lambda _: near), ops.start_with(far))
    docks.pipe(
        rx.send_goal(pilot, Fibonacci, 'dock', server_timeout=10),
        ops.switch_latest(),  # a new goal cancels the last one, which ends before the new one is sent
    ).subscribe(print_update, lambda error: print(f'not docked: {error}'), rx.shutdown)
    rx.spin(robot)
    for node in (pilot, robot):
        node.close()


if __name__ == '__main__':
    main()
