# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A wait for the transform of a frame whose name has a typing error.

says: [WARN] […] [mower]: ros2.from_transform(map, base_lnik) has waited 3 s for its first transform: no frame
  base_lnik; did you mean base_link?; the frames that exist: base_link, map
group: waiting
"""

import asyncio
import contextlib

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import TransformStamped


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope():
            transform = TransformStamped()
            transform.header.frame_id, transform.child_frame_id = 'map', 'base_link'
            transform.transform.rotation.w = 1.0
            ros2.publish_static_transform(transform)
            with contextlib.suppress(TimeoutError):
                await ros2.from_transform('map', 'base_lnik').wait_for_value(timeout=5)


asyncio.run(main())
