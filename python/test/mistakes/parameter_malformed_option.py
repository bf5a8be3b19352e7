# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A misspelt option behind --ros-args.

says: RuntimeError: found arguments that are not ROS arguments between --ros-args and --: '--param-file', 'robot.yaml'
exit: 1
arguments: --ros-args --param-file robot.yaml
group: parameters
"""

import sys

from rxros2 import rx

rx.init(sys.argv)
with rx.create_node('mower') as node:
    rx.spin(node)
