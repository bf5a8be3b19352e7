# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscription outside of the event loop.

says: RuntimeError: ros2.Sub(speed) is used outside of an event loop; use it in a coroutine that asyncio.run() runs, or make it by rxros2.aio.blocking.Blocking
exit: 1
group: asyncio
"""

from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32

with ros2.auto_context('mower'):
    speeds = ros2.Sub(Float32, 'speed', 10)
    print(speeds.wait_for_next(timeout=1))
