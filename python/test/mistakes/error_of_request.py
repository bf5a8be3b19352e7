# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""send_request() gets no answer within its time limit, and nothing handles that.

says: [ERROR] […] [mower]: RequestTimeout: no response of blades within 0.3 s: there is no server
    (…error_of_request.py:13): send_request(blades) ended by an error that nothing handles:…
group: services
"""

from rxros2 import rx
from rxros2.interfaces.std_srvs.srv import Trigger

with rx.create_node('mower') as node:
    rx.just(Trigger.Request()).pipe(rx.send_request(node, Trigger, 'blades', timeout=0.3)).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
