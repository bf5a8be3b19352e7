# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A device that does not exist.

says: …FileNotFoundError: [Errno 2] No such file or directory: '/dev/input/js9'…
group: devices
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    rx.from_device('/dev/input/js9', 'IhBB').subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
