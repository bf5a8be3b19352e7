# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An exception in a function that map() calls through another one.

says: [ERROR] […] [mower]: KeyError: 'blade' (…error_in_called_function.py:13 in look_up, called at …:17 in <lambda>):…
not: reactivex
group: streams
"""

from rxros2 import rx


def look_up(name):
    return {'wheel': 0.2}[name]


with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.map(lambda _: look_up('blade'))).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
