# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A recording is written over another one.

says: rxros2._core.BagError: drive.mcap exists; expected a new file
exit: 1
group: recordings
"""

from rxros2 import bag

for _ in range(2):
    with bag.Writer('drive.mcap') as drive:
        drive.add_topic('/speed', 'std_msgs/msg/Float64')
