# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscription for the last message of a publisher that keeps none.

says: [WARN] […] [planner]: New publisher discovered on topic '/map_name', offering incompatible QoS. No messages will
  be received from it. Last incompatible policy: DURABILITY_QOS_POLICY: the publisher of node /map (this process)
  offers durability volatile, the subscription of node /planner requires durability transient_local; let the publisher
  offer durability transient_local, or the subscription require durability volatile
says: [WARN] […] [map]: New subscription discovered on topic '/map_name', requesting incompatible QoS. …
group: topics
"""

import time

from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String
from rxros2.qos import DurabilityPolicy, QoSProfile

with ros2.Node('map') as node, ros2.Node('planner') as planner:
    names = ros2.Pub(String, '/map_name', 1, node)
    names.publish(String(data='kitchen'))
    latest = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
    subscription = ros2.Sub(String, '/map_name', latest, planner)
    time.sleep(1)
