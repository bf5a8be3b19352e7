# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream of requests to a service whose name has a typing error.

says: [WARN] […] [caller]: send_request(/set_ligth) has waited 3 s for a server: no server of service /set_ligth; did
  you mean /set_light of node /lamp?
group: waiting
"""

import reactivex

from rxros2 import rx
from rxros2.interfaces.std_srvs.srv import SetBool

with rx.create_node('caller') as node, rx.create_node('lamp', share=node) as lamp:
    rx.serve(lamp, SetBool, '/set_light').subscribe(lambda request: request.respond(SetBool.Response()))
    requests = reactivex.just(SetBool.Request(data=True))
    requests.pipe(rx.send_request(node, SetBool, '/set_ligth')).subscribe(print)
    rx.from_timer(node, 5.0).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
