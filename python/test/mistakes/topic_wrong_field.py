# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message is made with a field that its type does not have.

says: TypeError: Twist.__init__() got an unexpected keyword argument 'speed'
exit: 1
group: topics
"""

from rxros2.interfaces.geometry_msgs.msg import Twist

Twist(speed=0.3)
