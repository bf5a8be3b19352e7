# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A test with a recording reads a topic that is not in the recording: a misspelt name.

says: topic /distence is subscribed to, but neither recorded nor published
group: recordings
"""

from rxros2 import bag, replay, rx
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import encode

with bag.Writer('drive.mcap') as writer:
    writer.add_topic('/distance', 'std_msgs/msg/Float64')
    for second in range(3):
        writer.write('/distance', encode(Float64(data=float(second))), second * 10**9)


def program():
    with rx.create_node('brake') as node:
        rx.from_topic(node, Float64, 'distence').subscribe(print)
        rx.spin(node)


for warning in replay.run('drive.mcap', program).warnings:
    print(warning)
