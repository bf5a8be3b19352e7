# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream of serve() ends by an exception that its own on_error takes: the caller waits for ever.

says: handled: 'mode'
says: [WARN] […] [mower]: serve(blades): its stream ended at a request, which gets no answer; the service is closed
group: services
"""

from rxros2 import rx
from rxros2.interfaces.std_srvs.srv import Trigger

with rx.create_node('mower') as node:
    answers = rx.serve(node, Trigger, 'blades').pipe(rx.map(lambda request: {}['mode']))
    answers.subscribe(print, lambda error: print('handled:', error))
    rx.just(Trigger.Request()).pipe(rx.send_request(node, Trigger, 'blades')).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
