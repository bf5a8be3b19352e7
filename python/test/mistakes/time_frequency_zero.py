# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""sample_with_frequency(0).

says: ValueError: sample_with_frequency: the frequency is 0; expected more than 0 Hz, and not infinite
exit: 1
group: time
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.sample_with_frequency(0)).subscribe(print)
    rx.spin(node)
