# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A parameter file misspells a name; rxros2 doctor compares the file with the node.

says: warning  /mower has no parameter 'sped', which it was started with (mower.yaml); it has 'speed'
says: warning  parameter 'width' of /mower is 0.5; it was started with 0.4 (mower.yaml)
arguments: --ros-args --params-file mower.yaml
beside: rxros2 doctor running
group: parameters
"""

import pathlib
import sys
import time

pathlib.Path('mower.yaml').write_text('mower: {ros__parameters: {sped: 0.3, width: 0.4}}')

from rxros2.aio import ros2

with ros2.Node('mower', args=sys.argv[1:]) as node:
    node.declare_parameter('speed', 0.1)
    node.declare_parameter('width', 0.2)
    node.set_parameter('width', 0.5)
    time.sleep(12)
