# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A client of another action type than the server's.

says: [WARN] […] [planner]: Incompatible type of action '/dock', no goals will be accepted by it: the client of node
  /planner has type 'test_msgs/action/NestedMessage', the server of node /base (process … on …) has
  'example_interfaces/action/Fibonacci'; use one type in both, or another name for one of them
says: [WARN] […] [base]: Incompatible type of action '/dock', no goals will be received from it: …
not: get_result
not: feedback
arguments: planner
beside: service_action_types.py base
group: services
"""

import asyncio
import sys

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.test_msgs.action import NestedMessage


async def main():
    with ros2.auto_context(sys.argv[1]):
        async with aio.Scope():
            if sys.argv[1] == 'base':
                ros2.ActionServer(Fibonacci, '/dock')
            else:
                ros2.ActionClient(NestedMessage, '/dock')
            await asyncio.sleep(4)


asyncio.run(main())
