# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream of serve() ends by an exception, and with it the service.

says: [ERROR] […] [mower]: KeyError: 'mode' (…error_of_server.py:15 in answer): serve(blades) (subscribed to at …:19)
    ended by an error that nothing handles, its service is closed and calls get no answer:…
not: gets no answer; the service is closed
group: services
"""

from rxros2 import rx
from rxros2.interfaces.std_srvs.srv import Trigger


def answer(request):
    raise KeyError('mode')


with rx.create_node('mower') as node:
    rx.serve(node, Trigger, 'blades').subscribe(answer)
    ask = rx.send_request(node, Trigger, 'blades', timeout=0.5)
    rx.just(Trigger.Request()).pipe(ask).subscribe(print, print, rx.shutdown)
    rx.from_timer(node, 1.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
