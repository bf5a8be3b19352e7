# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A call with a time limit of a service whose name lacks a namespace.

says: …TimeoutError: no response of set_light within 1 s: no server of service /set_light; did you mean
  /kitchen/set_light of node /kitchen/lamp?
exit: 1
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool


async def main():
    with ros2.Session('lamp', namespace='kitchen') as lamp, ros2.auto_context('caller'):
        async with aio.Scope():
            ros2.Server(SetBool, 'set_light', session=lamp)
            await ros2.Client(SetBool, 'set_light').call(SetBool.Request(data=True), timeout=1)


asyncio.run(main())
