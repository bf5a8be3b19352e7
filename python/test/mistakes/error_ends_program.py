# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream ends by an error, and the command line asks for the end of the program.

says: [ERROR] […] [mower]: IndexError: list index out of range (…error_ends_program.py:15 in <lambda>):…
exit: 1
arguments: --ros-args -p rxros2.on_stream_error:=shutdown
group: streams
"""

import sys

from rxros2 import rx

with rx.create_node('mower', args=sys.argv) as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda n: [3, 5][n])).subscribe(print)
    rx.spin(node)
