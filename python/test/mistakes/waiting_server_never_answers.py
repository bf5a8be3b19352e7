# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A server that reads requests and answers none.

says: [WARN] […] [lamp]: ros2.Server(/set_light): 1 request was dropped without an answer: the client waits for ever;
  call send() for each request
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool


async def main():
    with ros2.auto_context('lamp'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(serve())
            await asyncio.wait([ros2.Client(SetBool, '/set_light').call(SetBool.Request(data=True))], timeout=5)
            scope.cancel()


async def serve():
    async for request in ros2.Server(SetBool, '/set_light').listen_reliable():
        request.response.success = True  # and no request.send()


asyncio.run(main())
