# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two programs misspell the topic between them; rxros2 doctor names both.

says: warning  /chatter is published (/talker) and nobody subscribes to it; /chater is subscribed to (/listener) and
  nobody publishes it: is one name misspelt?
says: -> use one name, or remap it: --ros-args -r /chater:=/chatter
beside: rxros2 doctor --watch graph
group: topics
"""

import time

from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String

with ros2.Node('talker') as talker, ros2.Node('listener') as listener:
    publisher = ros2.Pub(String, '/chatter', 10, talker)
    subscription = ros2.Sub(String, '/chater', 10, listener)
    time.sleep(4)
