# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A coroutine of flat_map() raises.

says: [ERROR] […] [mower]: TimeoutError: no answer (…error_in_coroutine.py:13 in ask): from_timer(0.1) (subscribed to
    at …:17) ended by an error that nothing handles:…
group: streams
"""

from rxros2 import rx


async def ask(number):
    raise TimeoutError('no answer')


with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).pipe(rx.flat_map(ask)).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
