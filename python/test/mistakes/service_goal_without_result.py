# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A goal of rx.serve_goals() ends without a result.

says: [WARN] […] [mower]: count: a goal ended without a result, it is aborted: what answers it is to give one last
group: services
"""

from rxros2 import rx
from rxros2.interfaces.example_interfaces.action import Fibonacci


async def count(goal):
    yield Fibonacci.Feedback(sequence=[0, 1])


with rx.create_node('mower') as node:
    rx.serve_goals(node, Fibonacci, 'count').subscribe(lambda goal: goal.answer(count(goal)))
    rx.of(Fibonacci.Goal(order=3)).pipe(
        rx.send_goal(node, Fibonacci, 'count', server_timeout=5), rx.concat_map(lambda goal: goal)
    ).subscribe(print, on_error=lambda error: print(repr(error)))
    rx.from_timer(node, 1.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
