# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream of requests raises.

says: …RuntimeError: the blades are blocked…
group: services
"""

from rxros2 import rx
from rxros2.interfaces.std_srvs.srv import SetBool


def switch(request):
    raise RuntimeError('the blades are blocked')


with rx.create_node('mower') as node:
    rx.serve(node, SetBool, 'blades').subscribe(switch)
    rx.from_timer(node, 0.5).pipe(
        rx.take(1), rx.map(lambda _: SetBool.Request(data=True)), rx.send_request(node, SetBool, 'blades', timeout=1)
    ).subscribe(print)
    rx.from_timer(node, 2.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
