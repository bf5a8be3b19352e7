# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A timer with the period 0.

says: ValueError: from_timer: the period is 0 s; expected more than 0, and not infinite
exit: 1
group: time
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0).subscribe(print)
    rx.spin(node)
