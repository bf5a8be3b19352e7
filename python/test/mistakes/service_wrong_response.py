# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A responder sends the request back.

says: TypeError: expected a message std_srvs/srv/SetBool_Response, found SetBool_Request
exit: 1
group: services
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool


async def serve_blades():
    async for responder in ros2.Server(SetBool, 'blades').listen_reliable():
        responder.send(responder.request)


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(serve_blades())
            blades = ros2.Client(SetBool, 'blades')
            await blades.wait_for_service(timeout=5)
            await blades.call(SetBool.Request(data=True), timeout=2)


asyncio.run(main())
