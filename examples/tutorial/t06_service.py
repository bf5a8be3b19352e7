# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t06: serve requests, and send them."""

# snippet program
import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool


async def serve_blades():
    running = False
    async for responder in ros2.Server(SetBool, 'blades').listen_reliable():
        on = responder.request.data
        responder.response.success = on != running
        responder.response.message = 'done' if on != running else 'nothing to do'
        running = on
        responder.send()  # now; or keep the responder, and send later


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(serve_blades())
            blades = ros2.Client(SetBool, 'blades')
            await blades.wait_for_service(timeout=5)
            for on in (True, True, False):
                response = await blades.call(SetBool.Request(data=on), timeout=5)
                print(response.message)


asyncio.run(main())
# end
