# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""`rxros2 param get` of a parameter that the node does not have.

says: rxros2: no parameter of /mower cutting_heigth; there are cutting_height, …
group: command line
"""

import subprocess

from rxros2 import rx

with rx.create_node('mower') as node:
    node.declare_parameter('cutting_height', 4.0)
    command = subprocess.Popen(['rxros2', 'param', 'get', '/mower', 'cutting_heigth'])
    rx.from_timer(node, 0.1).subscribe(lambda _: command.poll() is None or rx.shutdown())
    rx.spin(node)
