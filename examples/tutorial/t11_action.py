# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t11: long tasks: goals, feedback, results, and what cancels them."""

# snippet program
import asyncio

import reactivex

from rxros2 import rx
from rxros2.interfaces.example_interfaces.action import Fibonacci as Mow

# order: strips to mow; sequence: those mown


async def mow(goal):
    """Yields feedback for each strip and the result at the end."""
    mown = []
    try:
        for strip in range(1, goal.request.order + 1):
            await asyncio.sleep(0.01)
            mown.append(strip)
            yield Mow.Feedback(sequence=mown)
        yield Mow.Result(sequence=mown)
    except asyncio.CancelledError:  # raised where it waits
        print('blades off')
        raise


def print_update(update):
    if update.feedback is not None:
        print(f'strip {update.feedback.sequence[-1]}')
    elif update.result is not None:
        print(f'mown: {len(update.result.sequence)} strips')
    else:
        print('accepted')


rx.init()
with rx.create_node('mower') as node:
    rx.serve_goals(node, Mow, 'mow', at_most=1).subscribe(lambda goal: goal.answer(mow(goal)))
    reactivex.of(2, 1000, 1).pipe(
        rx.map(lambda strips: Mow.Goal(order=strips)),
        rx.send_goal(node, Mow, 'mow', server_timeout=5),  # a stream for each goal
        rx.concat_map(lambda goal: goal.pipe(rx.take(4))),  # one lawn after the other
    ).subscribe(print_update, on_completed=rx.shutdown)
    rx.spin(node)
# end
