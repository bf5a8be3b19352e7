# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""`rxros2 param set` with a value of another type.

says: rxros2: cutting_height of /mower was not set: parameter 'cutting_height': it is declared as double, which string does not fit
group: command line
"""

import subprocess

from rxros2 import rx

with rx.create_node('mower') as node:
    node.declare_parameter('cutting_height', 4.0)
    command = subprocess.Popen(['rxros2', 'param', 'set', '/mower', 'cutting_height', 'low'])
    rx.from_timer(node, 0.1).subscribe(lambda _: command.poll() is None or rx.shutdown())
    rx.spin(node)
