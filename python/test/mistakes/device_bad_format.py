# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A format of records that struct does not know.

says: struct.error: from_device(/dev/input/js0): expected the format of a record, as the module struct has them: '=llHHi', or 'B' for a byte; found 'joystick': bad char in struct format
exit: 1
group: devices
"""

from rxros2 import rx

rx.from_device('/dev/input/js0', 'joystick')
