# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Asks service_server.py to switch the light on and off, both at a time: off is answered first."""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool


async def main() -> None:
    with ros2.auto_context('light_user'):
        async with aio.Scope():
            light = ros2.Client(SetBool, '/light')
            await light.wait_for_service(timeout=10)
            calls = [light.call(SetBool.Request(data=on), timeout=10) for on in (True, False)]
            for response in asyncio.as_completed(calls):
                print((await response).message)


if __name__ == '__main__':
    asyncio.run(main())
