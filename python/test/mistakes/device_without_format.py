# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The format of the records is left out.

says: ValueError: from_device(/dev/input/js0): expected the format of a record, as the module struct has them: '=llHHi', or 'B' for a byte; found '', which has no bytes
exit: 1
group: devices
"""

from rxros2 import rx

rx.from_device('/dev/input/js0').subscribe(print)
