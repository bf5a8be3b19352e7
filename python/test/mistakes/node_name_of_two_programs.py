# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two programs have a node of one name.

says: [WARN] […] [camera]: another node of this name, /camera, runs in process … on …: the parameters, services and logs
  of the two are mixed up; start one of them with another name (--ros-args -r __node:=NAME) or namespace
  (-r __ns:=/NAMESPACE)
beside: node_name_of_two_programs.py
group: nodes
"""

import time

from rxros2.aio import ros2

with ros2.auto_context('camera'):
    time.sleep(4)
