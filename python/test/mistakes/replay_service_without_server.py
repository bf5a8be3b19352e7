# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A test with a recording calls a service that nothing serves.

says: service /stop has clients in the program, but no server
group: recordings
"""

from rxros2 import bag, replay, rx
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.interfaces.std_srvs.srv import Trigger
from rxros2.messages.codec import encode

with bag.Writer('drive.mcap') as writer:
    writer.add_topic('/distance', 'std_msgs/msg/Float64')
    for second in range(3):
        writer.write('/distance', encode(Float64(data=float(second))), second * 10**9)


def program():
    with rx.create_node('brake') as node:
        calls = rx.from_topic(node, Float64, 'distance').pipe(rx.map(lambda _: Trigger.Request()))
        calls.pipe(rx.send_request(node, Trigger, 'stop')).subscribe(print)
        rx.spin(node)


for warning in replay.run('drive.mcap', program).warnings:
    print(warning)
