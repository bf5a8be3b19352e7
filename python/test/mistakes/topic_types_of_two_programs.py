# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publisher and subscription in two programs have different types.

says: [WARN] […] [display]: Incompatible type on topic '/speed', no messages will be received from it: the publisher of
  node /drive (process … on …) has type 'geometry_msgs/msg/Twist', the subscription of node /display has
  'std_msgs/msg/Float32'; use one type in both, or another name for one of them
says: [WARN] […] [drive]: Incompatible type on topic '/speed', no messages will be sent to it: the publisher of node
  /drive has type 'geometry_msgs/msg/Twist', the subscription of node /display (process … on …) has
  'std_msgs/msg/Float32'; use one type in both, or another name for one of them
says: TimeoutError: no compatible publisher of /speed within 2 s: the publisher of /drive has type
  geometry_msgs/msg/Twist, not std_msgs/msg/Float32
exit: 1
beside: topic_types_of_two_programs_publisher.py
group: topics
"""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32


async def main():
    with ros2.auto_context('display'):
        async with aio.Scope():
            await ros2.Sub(Float32, '/speed', 10).wait_for_matched(timeout=2)


asyncio.run(main())
