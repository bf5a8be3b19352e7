# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The first run of a test with a recording has no accepted outputs yet.

says: AssertionError: there is no golden.mcap yet; the outputs, 3 messages, are in golden.now.mcap. To accept them as
    golden, run this program with --accept
exit: 1
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
        rx.from_topic(node, Float64, 'distance').pipe(rx.publish_to_topic(node, Float64, 'speed'))
        rx.spin(node)


replay.expect_outputs('drive.mcap', 'golden.mcap', program)
