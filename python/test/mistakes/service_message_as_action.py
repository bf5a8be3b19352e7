# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An action client is made of a service type.

says: …Error: …SetBool…
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
            ros2.ActionClient(SetBool, 'dock')


asyncio.run(main())
