# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A message of a topic is recorded that was not added.

says: rxros2._core.BagError: no topic /speeds; there is /speed: call add_topic() before write()
exit: 1
group: recordings
"""

from rxros2 import bag
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import encode

with bag.Writer('drive.mcap') as drive:
    drive.add_topic('/speed', 'std_msgs/msg/Float64')
    drive.write('/speeds', encode(Float64(data=0.3)), 1_700_000_000 * 10**9)
