# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A device that does not exist behind retry_with_backoff().

says: [WARN] […] [rxros2]: FileNotFoundError: [Errno 2] No such file or directory: '/dev/no_lidar': retry_with_backoff
    subscribes to from_device(/dev/no_lidar) again
group: devices
"""

from rxros2 import rx

with rx.create_node('mower') as node:
    lidar = rx.from_device('/dev/no_lidar', 'B', scheduler=node.scheduler)
    lidar.pipe(rx.retry_with_backoff(initial=0.1)).subscribe(print)
    rx.from_timer(node, 0.5).subscribe(lambda _: rx.shutdown())
    rx.spin(node)
