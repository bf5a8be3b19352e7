# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A server gets the class of the request instead of the service.

says: TypeError: Server(/light): expected the class of a service, like std_srvs.srv.SetBool, found SetBool_Request, the class of a message
exit: 1
group: services
"""

from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool

with ros2.auto_context('mower'):
    ros2.Server(SetBool.Request, '/light')
