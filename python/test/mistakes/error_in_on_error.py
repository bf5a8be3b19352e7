# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The function that handles the errors raises itself.

says: [ERROR] […] [mower]: AttributeError: 'ZeroDivisionError' object has no attribute 'text' (…error_in_on_error.py:12
    in <lambda>): …from_timer(0.1)… ended by an error that nothing handles:…
group: streams
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda n: 1 / 0)).subscribe(print, lambda error: print(error.text))
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
