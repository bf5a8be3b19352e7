# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A test with a recording starts a thread.

says: AssertionError:   thread 'driver' is not of the replay: what it does may come earlier or later
exit: 1
group: recordings
"""

import threading

from rxros2 import bag, replay, rx
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import encode

with bag.Writer('drive.mcap') as writer:
    writer.add_topic('/distance', 'std_msgs/msg/Float64')
    for second in range(3):
        writer.write('/distance', encode(Float64(data=float(second))), second * 10**9)


def program():
    with rx.create_node('brake') as node:
        threading.Thread(target=print, args=['driver'], name='driver').start()
        rx.spin(node)


replay.expect_outputs('drive.mcap', 'golden.mcap', program)
