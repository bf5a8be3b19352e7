# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An action server gets the class of a service.

says: TypeError: action /mow: expected the class of an action, like example_interfaces.action.Fibonacci, found SetBool, the class of a service
exit: 1
group: services
"""

from rxros2.aio import ros2
from rxros2.interfaces.std_srvs.srv import SetBool

with ros2.auto_context('mower'):
    ros2.ActionServer(SetBool, '/mow')
