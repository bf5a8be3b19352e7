# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A hand-over between threads whose receiver is too slow.

says: observe_on at …loss_hand_over.py:…: 1 item was dropped: 10 items waited for the scheduler; do less behind it, use
  a larger capacity, or 'latest' if only the newest item matters
group: waiting
"""

import reactivex

from rxros2 import rx

with rx.create_node('loss') as node:
    numbers = reactivex.range(100)
    numbers.pipe(rx.observe_on(node.scheduler, 'drop_oldest', 10)).subscribe(print)
    rx.from_timer(node, 0.3).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
