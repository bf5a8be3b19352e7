# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A topic of a recording is read as another type.

says: …BagError: from_bag: /speed of drive.mcap is std_msgs/msg/Float64; expected std_msgs/msg/String…
exit: 1
group: recordings
"""

from rxros2 import bag, rx
from rxros2.interfaces.std_msgs.msg import Float64, String
from rxros2.messages.codec import encode

with bag.Writer('drive.mcap') as drive:
    drive.add_topic('/speed', 'std_msgs/msg/Float64')
    drive.write('/speed', encode(Float64(data=0.3)), 1_700_000_000 * 10**9)
rx.from_bag('drive.mcap', String, '/speed').pipe(rx.do_action(print)).run()
