# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A call without a time limit of a service that no node offers.

says: [WARN] […] [caller]: ros2.Client(/no_such) has waited 3 s for a server: no server of service /no_such: this node
  sees no other node; start the other program, or compare ROS_DOMAIN_ID
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool


async def main():
    with ros2.auto_context('caller'):
        async with aio.Scope():
            await asyncio.wait([ros2.Client(SetBool, '/no_such').call(SetBool.Request(data=True))], timeout=5)


asyncio.run(main())
