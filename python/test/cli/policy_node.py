# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node with topics, services and an action, to generate policies from. Ends at the end of standard input."""

import asyncio
import sys

from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.std_srvs.srv import SetBool


async def main():
    with ros2.Node('guarded', namespace='/ns') as node:
        kept = (
            ros2.Pub(String, '/status', 10, node),
            ros2.Sub(String, 'orders', 10, node),
            ros2.Server(SetBool, '~/light', session=node),
            ros2.Client(SetBool, '/door', session=node),
            ros2.ActionServer(Fibonacci, '/count', session=node),
        )
        print('ready', flush=True)
        await asyncio.to_thread(sys.stdin.read)
        del kept


asyncio.run(main())
