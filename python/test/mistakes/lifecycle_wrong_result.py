# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""on_configure() returns True.

says: …TypeError: on_configure() returned True; expected None or a TransitionCallbackReturn…
group: nodes
"""

import asyncio

from rxros2.aio import ros2


class Camera(ros2.LifecycleNode):
    async def on_configure(self, state):
        return True


async def main():
    async with Camera('camera') as camera:
        print(await camera.configure())


asyncio.run(main())
