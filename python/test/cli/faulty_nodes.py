# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes with faults for rxros2 doctor: equal names, a topic with two types, incompatible endpoints.

Ends at the end of standard input.
"""

import sys

from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Int8, String
from rxros2.qos import QoSProfile, ReliabilityPolicy

with ros2.Node('twin') as one, ros2.Node('twin') as two:
    best_effort = QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT)
    kept = (
        ros2.Pub(String, '/odd', best_effort, one),
        ros2.Sub(String, '/odd', 10, two),
        ros2.Pub(Int8, '/odd', 10, one),
    )
    print('ready', flush=True)
    sys.stdin.read()
