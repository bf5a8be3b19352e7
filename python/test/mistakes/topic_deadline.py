# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A subscription with a deadline that the publisher does not offer.

says: [WARN] […] [watch]: New publisher discovered on topic '/pulse', offering incompatible QoS. No messages will be
  received from it. Last incompatible policy: DEADLINE_QOS_POLICY: the publisher of node /watch offers no deadline, the
  subscription of node /watch requires a deadline of at most 0.5 s; let the publisher offer a deadline of at most 0.5 s,
  or the subscription require no deadline
group: topics
"""

from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Empty
from rxros2.qos import QoSProfile

with ros2.auto_context('watch'):
    publisher = ros2.Pub(Empty, '/pulse', 10)
    subscription = ros2.Sub(Empty, '/pulse', QoSProfile(depth=10, deadline=0.5))
