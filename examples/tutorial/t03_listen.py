# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Tutorial t03: listen to a topic. The mower's battery is simulated."""

import asyncio

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import BatteryState


async def simulate_battery():
    """Publishes 25.2 V, 24.8 V, … every 10 ms."""
    battery, voltage = ros2.Pub(BatteryState, 'battery', 10), 25.6
    async for _ in aio.Rate(100).listen_reliable():
        voltage -= 0.4
        battery.publish(BatteryState(voltage=voltage))


# snippet main
async def main():
    with ros2.auto_context('mower'):
        async with aio.Scope() as scope:
            battery = ros2.Sub(BatteryState, 'battery', 10)
            scope.task_group.create_task(simulate_battery())
            async for message in battery.listen_reliable():  # every message, through a queue
                print(f'{message.voltage:.1f} V')
                if message.voltage < 24.2:
                    break
            print('back to the dock')


asyncio.run(main())
# end
