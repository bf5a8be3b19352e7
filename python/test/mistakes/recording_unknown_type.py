# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A topic is recorded whose type has no definition here.

says: recording of /blades: the definition of mower_msgs/msg/Blades is unknown, so the file does not contain it: call rxros2.add_interface_path() with the folder of its package
group: recordings
"""

from rxros2 import bag

with bag.Writer('drive.mcap') as drive:
    drive.add_topic('/blades', 'mower_msgs/msg/Blades')
