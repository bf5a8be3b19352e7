# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""create_node() gets an option that it does not know.

says: TypeError: Node.__init__() got an unexpected keyword argument 'namspace'
exit: 1
group: nodes
"""

from rxros2 import rx

with rx.create_node('mower', namspace='/garden') as node:
    rx.spin(node)
