# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter file that does not exist.

says: RuntimeError: invalid ROS argument 3, '--params-file robot.yaml': robot.yaml: cannot be read: No such file or directory; expected the path of a YAML file
exit: 1
arguments: --ros-args --params-file robot.yaml
group: parameters
"""

import sys

from rxros2 import rx

rx.init(sys.argv)
with rx.create_node('mower') as node:
    rx.spin(node)
