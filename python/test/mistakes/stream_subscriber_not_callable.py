# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A result in place of a function in subscribe().

says: …TypeError: subscribe(): expected a function as on_error, found False…
exit: 1
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).subscribe(print, False)
    rx.spin(node)
