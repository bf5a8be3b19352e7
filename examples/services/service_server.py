# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Serves /light, some requests at once and some later; service_client.py asks. Ctrl-C ends it."""

import asyncio
import contextlib

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool


async def main() -> None:
    with ros2.auto_context('light') as session:
        async with aio.Scope() as scope:

            async def switch(responder) -> None:
                await asyncio.sleep(1 if responder.request.data else 0)  # switching on takes a second
                state = 'on' if responder.request.data else 'off'
                responder.send(SetBool.Response(success=True, message=f'the light is {state}'))

            server = ros2.Server(SetBool, '/light')
            session.node.logger.info('serving /light')
            async for responder in server.listen_reliable():
                scope.task_group.create_task(switch(responder))


if __name__ == '__main__':
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
