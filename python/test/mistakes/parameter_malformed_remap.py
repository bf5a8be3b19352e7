# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A remap rule without :=.

says: RuntimeError: invalid ROS argument 3, '-r scan=/front/scan': ':=' is missing; expected [node:]name:=new_name, [node:]__node:=new_name or [node:]__ns:=/new_namespace
exit: 1
arguments: --ros-args -r scan=/front/scan
group: parameters
"""

import sys

from rxros2 import rx

rx.init(sys.argv)
with rx.create_node('mower') as node:
    rx.spin(node)
