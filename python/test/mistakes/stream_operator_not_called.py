# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An operator without its parentheses.

says: …Error: …function…
exit: 1
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.distinct_until_changed).subscribe(print)
    rx.spin(node)
