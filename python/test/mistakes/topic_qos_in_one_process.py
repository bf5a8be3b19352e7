# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A reliable subscription in the process of a best-effort publisher.

says: [WARN] […] [mower]: …/speed…RELIABILITY…
says: TimeoutError: ros2.Sub(speed): nothing within 1 s…
exit: 1
group: topics
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            speeds = ros2.Sub(Float32, 'speed', 10)
            publisher = ros2.Pub(Float32, 'speed', ros2.qos_profile_sensor_data)
            publisher.publish(Float32(data=0.3))
            await speeds.wait_for_next(timeout=1)


asyncio.run(main())
