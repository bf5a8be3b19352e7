# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream of goals for an action that no node serves.

says: [WARN] […] [pilot]: send_goal(/navigate) has waited 3 s for a server: no server of action /navigate: …
group: waiting
"""

import reactivex

from rxros2 import rx
from rxros2.interfaces.example_interfaces.action import Fibonacci

with rx.create_node('pilot') as node:
    goals = reactivex.just(Fibonacci.Goal(order=5))
    goals.pipe(rx.send_goal(node, Fibonacci, '/navigate'), rx.flat_map(lambda goal: goal)).subscribe(print)
    rx.from_timer(node, 5.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
