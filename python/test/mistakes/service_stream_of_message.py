# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A stream of requests gets the class of a message.

says: TypeError: send_request(/light): expected the class of a service, like std_srvs.srv.SetBool, found Bool, the class of a message
exit: 1
group: services
"""

import reactivex

from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import Bool

with rx.create_node('mower') as node:
    reactivex.just(Bool(data=True)).pipe(rx.send_request(node, Bool, '/light')).subscribe(print)
