# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The function of flat_map() returns a number.

says: [ERROR] […] [mower]: TypeError: flat_map: expected an observable, a coroutine, a future or an iterable, found
    int 2 (the function at …error_of_flat_map.py:12); map() emits what a function returns as it is (…)…
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.flat_map(lambda n: n + 1)).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
