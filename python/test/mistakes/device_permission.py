# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A device that the user may not read.

says: …PermissionError: [Errno 13] Permission denied: 'js0'…
group: devices
"""

import os
import pathlib

from rxros2 import rx

pathlib.Path('js0').touch(mode=0o000)

with rx.create_node('mower') as node:
    if os.geteuid() == 0:
        os.seteuid(65534)  # as any user but root
    rx.from_device('js0', 'IhBB').subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
