# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2.on_stream_error of a command line or launch file with a value that does not exist.

says: ValueError: parameter rxros2.on_stream_error is 'respawn'; expected 'log', 'shutdown' or 'raise'
exit: 1
arguments: --ros-args -p rxros2.on_stream_error:=respawn
group: nodes
"""

import sys

from rxros2 import rx

with rx.create_node('mower', args=sys.argv) as node:
    rx.spin(node)
