# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t13: a robot on a recording, in virtual time."""

# snippet program
import tempfile

from rxros2 import bag, replay, rx
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import encode


def mower():
    """The robot: it stops before what is near, and says so twice a second."""
    with rx.create_node('mower') as node:
        rx.from_topic(node, Float64, '/distance').pipe(
            rx.map(lambda metres: Float64(data=0.0 if metres.data < 0.5 else 0.3)),
            rx.sample_with_frequency(2),
            rx.publish_to_topic(node, Float64, '/speed'),
        )
        rx.spin(node)


def record(file):
    """A drive of three seconds, as `rxros2 bag record /distance -o drive.mcap` would have recorded it."""
    with bag.Writer(file) as drive:
        drive.add_topic('/distance', 'std_msgs/msg/Float64')
        for after, metres in ((0, 2.0), (0.8, 1.1), (1.2, 0.4), (2.2, 0.9), (3.0, 1.5)):
            drive.write('/distance', encode(Float64(data=metres)), 1_700_000_000 * 10**9 + int(after * 1e9))


with tempfile.TemporaryDirectory() as folder:
    record(f'{folder}/drive.mcap')

    report = replay.run(f'{folder}/drive.mcap', mower, record=f'{folder}/speed.mcap')
    print(f'{report.played} messages in, {report.published} out')
    rx.from_bag(f'{folder}/speed.mcap', Float64, '/speed').subscribe(
        lambda speed: print(f'{(speed.log_time - report.begin) / 1e9:.1f} s: {speed.value.data:.1f} m/s')
    )
# end
