# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A node with unusual parameters and texts. Ends at the end of standard input."""

import asyncio
import contextlib
import sys

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String
from rxros2.interfaces.std_srvs.srv import Trigger

PARAMETERS = {
    **{'number': 1, 'gain': 0.0, 'gains': [1.0], 'text': 'x', 'texts': ['x'], 'lit': False, 'bytes': b'x'},
    **{'latin': 'K\udcfcche', 'escape': '\x1b[2J\x9b'},
}


async def main():
    with ros2.auto_context('board', namespace='/school') as session:
        for name, value in PARAMETERS.items():
            session.node.declare_parameter(name, value)
        async with aio.Scope():
            nmea = ros2.Pub(String, '/nmea')
            task = asyncio.current_task()
            ending = asyncio.ensure_future(asyncio.to_thread(sys.stdin.read))
            ending.add_done_callback(lambda _: task.cancel())
            server = ros2.Server(Trigger, '/trigger')

            def answer(request):
                request.response.message = 'K\udcfcche'
                request.send()

            server.asap_callback.append(answer)
            print('ready', flush=True)
            async for _ in aio.Rate(20).listen():
                nmea.publish(String(data='$GP\udcff'))


with contextlib.suppress(asyncio.CancelledError):
    asyncio.run(main())
