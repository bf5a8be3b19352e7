# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A field that the message does not have is set.

says: AttributeError: 'Vector3' object has no attribute 'forward'
exit: 1
group: topics
"""

from rxros2.interfaces.geometry_msgs.msg import Twist

command = Twist()
command.linear.forward = 0.3
