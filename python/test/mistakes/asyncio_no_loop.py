# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscription outside of the event loop.

says: RuntimeError: no running event loop
exit: 1
group: asyncio
"""

from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32

with ros2.auto_context('mower'):
    speeds = ros2.Sub(Float32, 'speed', 10)
    print(speeds.wait_for_next(timeout=1))
