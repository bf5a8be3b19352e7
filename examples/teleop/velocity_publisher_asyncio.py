# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""velocity_publisher.py, under asyncio."""

import asyncio
import contextlib

import events

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import Twist
from rxros2.interfaces.rxros2_teleop_msgs.msg import Joystick, Keyboard


async def main():
    with ros2.auto_context('velocity_publisher') as session:
        node = session.node
        async with aio.Scope() as scope:
            frequency = node.declare_parameter('/velocity_publisher/frequency', 10.0)
            steering = events.Steering(node)
            velocity = aio.BaseSub()
            velocity.input_data(events.Velocity())

            async def drive(sub):
                async for message in sub.listen_reliable():
                    velocity.input_data(steering(await velocity.wait_for_value(), message.event))

            for sub in (ros2.Sub(Joystick, '/joystick', 10), ros2.Sub(Keyboard, '/keyboard', 10)):
                scope.task_group.create_task(drive(sub))
            commands = ros2.Pub(Twist, '/cmd_vel', 10)
            node.logger.info(f'{frequency:g} commands a second')
            await velocity.wait_for_new()  # nobody has touched the controls before
            async for _ in aio.Rate(frequency).listen():
                commands.publish(events.to_twist(await velocity.wait_for_value()))


if __name__ == '__main__':
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
