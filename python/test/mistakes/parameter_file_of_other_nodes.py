# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter file lacks the namespace of the node.

says: [WARN] … [rclcpp]: '--params-file robot.yaml' of the command line had no effect: it has no section for a node of this process, but for /mower. Write the full name of the node, with its namespace, or /** for every node
group: parameters
"""

import pathlib

from rxros2 import rx

pathlib.Path('robot.yaml').write_text('mower: {ros__parameters: {height: 3}}')
rx.init(['mower', '--ros-args', '--params-file', 'robot.yaml'])
with rx.create_node('mower', namespace='/garden') as node:
    node.declare_parameter('height', 1)
