# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A transform stops, and its node lives on; rxros2 doctor --watch names both.

says: warning  the transform map -> odom of /localizer stopped, after it came at … Hz; the node is still running
beside: rxros2 doctor --watch running
group: transforms
"""

import asyncio

from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import TransformStamped
from rxros2.interfaces.tf2_msgs.msg import TFMessage


async def main():
    with ros2.auto_context('localizer'):
        transform = TransformStamped(child_frame_id='odom')
        transform.header.frame_id = 'map'
        publisher = ros2.Pub(TFMessage, '/tf', 100)
        for i in range(90):
            if i < 40:
                publisher.publish(TFMessage(transforms=[transform]))
            await asyncio.sleep(0.1)


asyncio.run(main())
