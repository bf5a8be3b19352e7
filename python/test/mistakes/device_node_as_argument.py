# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_device() gets a node, as from_topic() does.

says: struct.error: from_device(<rxros2 node /mower>): expected the format of a record, as the module struct has them: '=llHHi', or 'B' for a byte; found '/dev/input/js0': bad char in struct format
exit: 1
group: devices
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_device(node, '/dev/input/js0')
