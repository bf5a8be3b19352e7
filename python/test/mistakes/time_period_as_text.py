# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A period is text.

says: TypeError: must be real number, not str
exit: 1
group: time
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, '0.1').subscribe(print)
    rx.spin(node)
