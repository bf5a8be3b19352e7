# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A field gets a number that its type cannot hold.

says: ValueError: std_msgs/msg/UInt8: 'data': expected an integer from 0 to 255, found 256 (int)
exit: 1
group: topics
"""

from rxros2.interfaces.std_msgs.msg import UInt8

UInt8(data=256)
