# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages in a frame that does not exist, moved into another frame.

says: [WARN] […] [mower]: ros2.transform_to(ros2.Sub(/point), map): 1 item was left out, and nobody listens to
  `unmatched`: …
group: waiting
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import PointStamped


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            points = ros2.transform_to(ros2.Sub(PointStamped, '/point'), 'map', wait=0.2)
            publisher = ros2.Pub(PointStamped, '/point')
            await publisher.wait_for_matched()
            point = PointStamped()
            point.header.frame_id = 'laser'
            publisher.publish(point)
            await asyncio.wait([asyncio.create_task(anext(points.listen()))], timeout=1)


asyncio.run(main())
