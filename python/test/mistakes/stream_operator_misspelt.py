# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An operator that does not exist.

says: AttributeError: module 'rxros2.rx' has no attribute 'mapp': did you mean 'map'?
exit: 1
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.mapp(lambda n: n + 1)).subscribe(print)
    rx.spin(node)
