# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A client misspells the name of its service; rxros2 doctor names both.

says: warning  service /rest_odometry has clients and no server, /reset_odometry has a server: is one name misspelt?
beside: rxros2 doctor --watch graph
group: services
"""

import time

from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import Trigger

with ros2.Node('base') as base, ros2.Node('panel') as panel:
    server = ros2.Server(Trigger, '/reset_odometry', session=base)
    client = ros2.Client(Trigger, '/rest_odometry', session=panel)
    time.sleep(4)
