# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter file that is not YAML.

says: RuntimeError: invalid ROS argument 3, '--params-file robot.yaml': robot.yaml:3:1: not YAML: did not find expected ',' or '}'; expected the path of a YAML file
exit: 1
group: parameters
"""

import pathlib

from rxros2 import rx

pathlib.Path('robot.yaml').write_text('mower:\n  ros__parameters: {cutting_height: 4.0\n')
rx.init(['mower', '--ros-args', '--params-file', 'robot.yaml'])
with rx.create_node('mower') as node:
    rx.spin(node)
