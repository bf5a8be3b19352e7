# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A call of a service with another type than its server has.

says: [WARN] […] [caller]: ros2.Client(/reset) has waited 3 s for a server: the server of service /reset in node /lamp
  has type std_srvs/srv/Trigger, this client std_srvs/srv/SetBool: use one type on both sides
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool, Trigger


async def main():
    with ros2.Session('lamp') as lamp, ros2.auto_context('caller'):
        async with aio.Scope():
            ros2.Server(Trigger, '/reset', session=lamp)
            call = ros2.Client(SetBool, '/reset').call(SetBool.Request(data=True))
            await asyncio.wait([call], timeout=5)


asyncio.run(main())
