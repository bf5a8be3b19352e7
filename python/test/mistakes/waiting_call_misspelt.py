# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A call of a service whose name has a typing error.

says: [WARN] […] [caller]: ros2.Client(/set_lihgt) has waited 3 s for a server: no server of service /set_lihgt; did
  you mean /set_light of node /lamp?
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool


async def main():
    with ros2.Session('lamp') as lamp, ros2.auto_context('caller'):
        async with aio.Scope():
            ros2.Server(SetBool, '/set_light', session=lamp)
            call = ros2.Client(SetBool, '/set_lihgt').call(SetBool.Request(data=True))
            await asyncio.wait([call], timeout=5)


asyncio.run(main())
