# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t09: errors, time limits, and another try. The dock and its voltmeter are simulated."""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Float32
from rxros2.interfaces.std_srvs.srv import Trigger


async def simulate_dock():
    """Simulates a dock that is free at the third request, and a voltmeter that fails after three values."""
    requests, voltage = 0, ros2.Pub(Float32, 'voltage', 10)
    async for responder in ros2.Server(Trigger, 'dock').listen_reliable():
        requests += 1
        responder.response.success = requests == 3
        responder.response.message = 'docked' if requests == 3 else 'the dock is taken'
        responder.send()
        if requests == 3:
            for volts in (24.5, 25.0, 25.5):
                await asyncio.sleep(0.01)
                voltage.publish(Float32(data=volts))


# snippet main
class Taken(Exception):
    """The dock does not let the mower in."""


async def ask(dock):
    response = await dock.call(Trigger.Request(), timeout=5)  # TimeoutError
    print(response.message)
    if not response.success:
        raise Taken


async def charge():
    dock, voltages = ros2.Client(Trigger, 'dock'), ros2.Sub(Float32, 'voltage', 10).listen_reliable()
    await dock.wait_for_service(timeout=5)
    for pause in (0.01, 0.02, 0.04, 0.08):  # asks again after 10 ms, 20 ms, 40 ms …
        try:
            await ask(dock)
            break
        except Taken:
            await asyncio.sleep(pause)
    else:
        print('gave up')
        return
    while not isinstance(volts := await aio.soft_wait_for(anext(voltages), timeout=1), TimeoutError):
        print(f'charging, {volts.data:.1f} V')
    print('charging, 0.0 V')  # after so long a silence


async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(simulate_dock())
            await charge()


asyncio.run(main())
# end
