# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A publisher waits for a subscription of a topic whose name has a typing error.

says: [WARN] […] [pilot]: ros2.Pub(/cmd_vell) has waited 3 s for a subscription: no subscription of /cmd_vell; did you
  mean /cmd_vel, which has one?
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import Twist


async def main():
    with ros2.Session('driver') as driver, ros2.auto_context('pilot'):
        async with aio.Scope():
            sub = ros2.Sub(Twist, '/cmd_vel', session=driver)
            try:
                await ros2.Pub(Twist, '/cmd_vell').wait_for_matched(timeout=5)
            except TimeoutError:
                sub.close()


asyncio.run(main())
