# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A wait for a topic whose name has a typing error.

says: [WARN] […] [mower]: ros2.Sub(/batery) has waited 3 s for a publisher: no publisher of /batery; did you mean
  /battery, which has one?
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.Session('charger') as charger, ros2.auto_context('mower'):
        async with aio.Scope():
            publisher = ros2.Pub(Float32, '/battery', session=charger)
            try:
                await ros2.Sub(Float32, '/batery').wait_for_next(timeout=5)
            except TimeoutError:
                publisher.close()


asyncio.run(main())
