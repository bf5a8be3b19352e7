# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message of a package is imported that is not there.

says: ModuleNotFoundError: no package 'my_msgs' with interfaces; searched in …; source its workspace, or call rxros2.add_interface_path(folder)
exit: 1
group: topics
"""

from rxros2.interfaces.my_msgs.msg import Speed
