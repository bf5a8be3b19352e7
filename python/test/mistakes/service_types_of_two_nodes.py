# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Client and server in one program have different types.

says: [WARN] […] [button]: Incompatible type of service '/light', no calls will be answered by it: the client of node
  /button has type 'std_srvs/srv/SetBool', the server of node /lamp (this process) has
  'std_srvs/srv/Trigger'; …
says: [WARN] […] [lamp]: Incompatible type of service '/light', no calls will be received from it: the client of node
  /button (this process) has type 'std_srvs/srv/SetBool', the server of node /lamp has 'std_srvs/srv/Trigger'; …
group: services
"""

import time

from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool, Trigger

with ros2.Node('lamp') as lamp, ros2.Node('button') as button:
    server = ros2.Server(Trigger, '/light', session=lamp)
    client = ros2.Client(SetBool, '/light', session=button)
    time.sleep(1)
