# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Any callback becomes a stream: here those of a node whose parameters are set."""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2


async def main() -> None:
    with ros2.auto_context('event_callback') as session:
        async with aio.Scope():
            session.node.declare_parameter('speed', 0.5)
            changes = aio.BaseSub[dict]()  # of this loop; items may come from any thread
            session.node.add_post_set_parameters_callback(changes.input_data)

            change = changes.wait_for_next(timeout=5)
            await asyncio.to_thread(session.node.set_parameter, 'speed', 0.75)
            print(f'speed is {(await change)["speed"]} now')

            fast = changes.wait_for_next(where=lambda values: values.get('speed', 0) > 1, timeout=5)
            for speed in (0.9, 1.5, 1.2):
                session.node.set_parameter('speed', speed)
            print(f'too fast: {(await fast)["speed"]}')


if __name__ == '__main__':
    asyncio.run(main())
