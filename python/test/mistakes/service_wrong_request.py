# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The service itself is sent in place of its request.

says: rxros2.messages.classes.NoInstancesError: SetBool has no instances; make one of its parts, e.g. of SetBool.Request
exit: 1
group: services
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            await ros2.Client(SetBool, 'blades').call(SetBool(data=True), timeout=1)


asyncio.run(main())
