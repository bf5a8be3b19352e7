# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A robot does something else than it did in the recording.

says: AssertionError: the outputs from drive.mcap differ from those of golden.mcap, first in message 2 of
    /speed (std_msgs/msg/Float64):
says: data: expected 0.5, found 0.4
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


def make_program(factor):
    def program():
        with rx.create_node('brake') as node:
            distances = rx.from_topic(node, Float64, 'distance')
            slower = distances.pipe(rx.map(lambda message: Float64(data=factor * message.data)))
            slower.pipe(rx.publish_to_topic(node, Float64, 'speed'))
            rx.spin(node)

    return program


replay.run('drive.mcap', make_program(0.5), record='golden.mcap')
replay.expect_outputs('drive.mcap', 'golden.mcap', make_program(0.4))
