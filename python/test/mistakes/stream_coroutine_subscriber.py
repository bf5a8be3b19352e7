# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A coroutine function subscribes.

says: …RuntimeWarning: coroutine 'drive' was never awaited
group: streams
"""

from rxros2 import rx


async def drive(tick):
    print('tick', tick)


with rx.create_node('mower') as node:
    rx.from_timer(node, 0.1).subscribe(drive)
    rx.from_timer(node, 1.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
