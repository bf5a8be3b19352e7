# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""max_age() behind a stream that belongs to no node: no clock says how old a message is.

says: ValueError: max_age: the source belongs to no node; expected max_age(limit, node)
exit: 1
group: streams
"""

from rxros2 import rx
from rxros2.interfaces.sensor_msgs.msg import LaserScan

scans = rx.Subject()
scans.pipe(rx.max_age(0.2)).subscribe(print)
scans.on_next(LaserScan())
