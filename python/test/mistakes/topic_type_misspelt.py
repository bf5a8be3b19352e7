# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The name of a type is misspelt.

says: rxros2.messages.find.InterfaceNotFound: no file std_msgs/msg/Sting.msg for std_msgs/msg/Sting; searched in …; did you mean std_msgs/msg/String?
exit: 1
group: topics
"""

import rxros2

rxros2.interface('std_msgs/msg/Sting')
