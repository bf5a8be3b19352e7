# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The records of a device have another size.

says: …OSError: [Errno 5] ended 4 bytes into a record of 8: 'log'…
group: devices
"""

import pathlib

from rxros2 import rx

pathlib.Path('log').write_bytes(bytes(range(20)))

with rx.create_node('mower') as node:
    rx.from_device('log', 'IhBB').subscribe(lambda record: print(len(record)))
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
