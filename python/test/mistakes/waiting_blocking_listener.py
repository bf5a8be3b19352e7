# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A blocking wait for a topic that nobody publishes.

says: [INFO] […] [mower]: ros2.Sub(/scan) has waited 3 s for a publisher: no publisher of /scan
says: …TimeoutError: ros2.Sub(/scan): nothing within 3.5 s
exit: 1
group: waiting
"""

from rxros2.aio import ros2
from rxros2.aio.blocking import Blocking
from rxros2.interfaces.sensor_msgs.msg import LaserScan

with ros2.auto_context('mower'):
    print(Blocking(ros2.Sub, LaserScan, '/scan').wait_for_next(timeout=3.5))
