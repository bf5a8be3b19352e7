# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message is imported that the package does not have.

says: ImportError: cannot import name 'Sting' from 'rxros2.interfaces.std_msgs.msg' (unknown location)
exit: 1
group: topics
"""

from rxros2.interfaces.std_msgs.msg import Sting
