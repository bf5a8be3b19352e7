# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A replay whose program listens to a topic that is not recorded.

says: topic /distance is subscribed to, but neither recorded nor published
group: recordings
"""

from rxros2 import bag, replay, rx
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import encode


def mower():
    with rx.create_node('mower') as node:
        rx.from_topic(node, Float64, '/distance').subscribe(print)
        rx.spin(node)


with bag.Writer('drive.mcap') as drive:
    drive.add_topic('/distances', 'std_msgs/msg/Float64')
    drive.write('/distances', encode(Float64(data=0.3)), 1_700_000_000 * 10**9)
print('\n'.join(replay.run('drive.mcap', mower).warnings))
