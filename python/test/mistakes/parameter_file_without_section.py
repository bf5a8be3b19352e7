# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter file without ros__parameters.

says: [WARN] […] [rclcpp]: no node '/mower/cutting_height' can be created: robot.yaml:2:19: expected a mapping with ros__parameters below node or namespace 'cutting_height'
group: parameters
"""

import pathlib

from rxros2 import rx

pathlib.Path('robot.yaml').write_text('mower:\n  cutting_height: 4.0\n')
rx.init(['mower', '--ros-args', '--params-file', 'robot.yaml'])
with rx.create_node('mower') as node:
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
