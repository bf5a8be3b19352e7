# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A test with a recording opens a device.

says: [Errno 95] a replay has no devices: '/dev/null'
says: from_device: '/dev/null' is not of the replay, which has no devices
group: recordings
"""

from rxros2 import bag, replay, rx
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import encode

with bag.Writer('drive.mcap') as writer:
    writer.add_topic('/distance', 'std_msgs/msg/Float64')
    writer.write('/distance', encode(Float64(data=1.0)), 0)


def program():
    with rx.create_node('brake') as node:
        rx.from_device('/dev/null', '<i').subscribe(print, print, scheduler=node.scheduler)
        rx.spin(node)


for warning in replay.run('drive.mcap', program).warnings:
    print(warning)
