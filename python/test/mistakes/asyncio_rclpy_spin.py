# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An asyncio program spins, as in rclpy.

says: AttributeError: module 'rxros2.aio.ros2' has no attribute 'spin': write nothing: the asyncio loop runs the node while a task awaits something
exit: 1
group: asyncio
"""

from rxros2.aio import ros2

with ros2.auto_context('mower') as session:
    ros2.spin(session.node)
