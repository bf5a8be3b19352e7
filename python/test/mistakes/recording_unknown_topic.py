# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A topic that a recording does not have.

says: …BagError: from_bag: drive.mcap has no topic /sped; it has /speed…
exit: 1
group: recordings
"""

from rxros2 import bag, rx
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import encode

with bag.Writer('drive.mcap') as drive:
    drive.add_topic('/speed', 'std_msgs/msg/Float64')
    drive.write('/speed', encode(Float64(data=0.3)), 1_700_000_000 * 10**9)
rx.from_bag('drive.mcap', Float64, '/sped').pipe(rx.do_action(print)).run()
