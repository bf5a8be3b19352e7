# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A program ignores the end of its recording.

says: RuntimeError: the program waits for an event that will not come: the replay has ended; expected the program to
    end, too
exit: 1
group: recordings
"""

import asyncio
import contextlib

from rxros2 import bag, replay
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import encode

with bag.Writer('drive.mcap') as writer:
    writer.add_topic('/distance', 'std_msgs/msg/Float64')
    for second in range(3):
        writer.write('/distance', encode(Float64(data=float(second))), second * 10**9)


async def program():
    while True:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()


replay.run('drive.mcap', program)
