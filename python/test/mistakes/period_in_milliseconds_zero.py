# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""An interval of zero: integer division of milliseconds.

says: ValueError: interval: the period is 0 s; expected more than 0, and not infinite
exit: 1
group: time
"""

from rxros2 import rx

rx.interval(20 // 1000).subscribe(print)
