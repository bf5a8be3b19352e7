# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A lifecycle node is activated before it is configured.

says: rxros2.lifecycle.TransitionFailed: the transition 'activate' is not possible in the state 'unconfigured'; possible: configure, shutdown
exit: 1
group: nodes
"""

import asyncio

from rxros2.aio import ros2


async def main():
    async with ros2.LifecycleNode('camera') as camera:
        print(await camera.activate())


asyncio.run(main())
