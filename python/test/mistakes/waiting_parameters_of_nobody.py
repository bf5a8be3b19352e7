# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters of a node whose name has a typing error.

says: …TimeoutError: no server of /camrea/get_parameters within 1 s: no node /camrea; did you mean /camera?
exit: 1
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2


async def main():
    with ros2.Session('camera'), ros2.auto_context('caller'):
        async with aio.Scope():
            print(await ros2.ParameterClient('/camrea').get('rate', timeout=1))


asyncio.run(main())
