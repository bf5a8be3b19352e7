# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A blocking wait in a program of asyncio.

says: RuntimeError: a blocking wait was called in the thread of a running loop; expected `await` there
exit: 1
group: asyncio
"""

import asyncio

from rxros2.aio import ros2
from rxros2.aio.blocking import run
from rxros2.interfaces.std_srvs.srv import Trigger


async def main():
    with ros2.auto_context('caller'):
        stop = ros2.Client(Trigger, 'stop')
        print(run(stop.call, Trigger.Request(), timeout=1))


asyncio.run(main())
