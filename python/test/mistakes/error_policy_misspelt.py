# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""on_stream_error with a value that does not exist.

says: ValueError: on_stream_error is 'exit'; expected 'log', 'shutdown' or 'raise'
exit: 1
group: nodes
"""

from rxros2 import rx

with rx.create_node('mower', on_stream_error='exit') as node:
    rx.spin(node)
