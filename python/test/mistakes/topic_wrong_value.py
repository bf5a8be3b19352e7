# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A field gets a value of another type.

says: TypeError: std_msgs/msg/Float32: 'data': expected a float, found 'fast' (str)
exit: 1
group: topics
"""

from rxros2.interfaces.std_msgs.msg import Float32

Float32(data='fast')
