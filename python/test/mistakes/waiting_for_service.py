# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A wait for a service that no node offers.

says: [WARN] […] [caller]: ros2.Client(/map/save) has waited 3 s for a server: no server of service /map/save: …
group: waiting
"""

import asyncio
import contextlib

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import Trigger


async def main():
    with ros2.auto_context('caller'):
        async with aio.Scope():
            with contextlib.suppress(TimeoutError):
                await ros2.Client(Trigger, '/map/save').wait_for_service(timeout=5)


asyncio.run(main())
