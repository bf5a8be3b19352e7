# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A reliable stream of a topic that another program publishes best effort.

says: [WARN] […] [mapper]: New publisher discovered on topic '/scan', offering incompatible QoS. No messages will be
  received from it. Last incompatible policy: RELIABILITY_QOS_POLICY: the publisher of node /lidar (process … on …)
  offers reliability best_effort, the subscription of node /mapper requires reliability reliable; let the publisher
  offer reliability reliable, or the subscription require reliability best_effort
says: [WARN] […] [lidar]: New subscription discovered on topic '/scan', requesting incompatible QoS. No messages will be
  sent to it. Last incompatible policy: RELIABILITY_QOS_POLICY: the publisher of node /lidar offers …
beside: topic_reliability_of_two_programs_publisher.py
group: topics
"""

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Float32

with rx.create_node('mapper') as node:
    rx.from_topic(node, Float32, '/scan', 10).subscribe(print)
    rx.from_timer(node, 2.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
