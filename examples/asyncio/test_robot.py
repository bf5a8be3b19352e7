# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A test of a robot, by pytest and soft timeouts: `pytest test_robot.py`. The robot is a node; see robot() here."""

import asyncio
import contextlib

import pytest

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import Twist
from rxros2.interfaces.sensor_msgs.msg import LaserScan


async def robot() -> None:
    """Stops before obstacles. In a test of one's own it runs elsewhere: another process, or another machine."""
    async with aio.Scope():
        scans, commands = ros2.Sub(LaserScan, '/scan', 10), ros2.Pub(Twist, '/cmd_vel', 10)
        async for scan in scans.listen():
            command = Twist()
            command.linear.x = 0.3 if scan.ranges.min() > 0.5 else 0.0
            commands.publish(command)


@contextlib.asynccontextmanager
async def a_robot():
    """The topics of a robot that runs, to the test."""
    with ros2.auto_context('robot_test'):
        async with aio.Scope() as scope:
            scope.task_group.create_task(robot())
            scans, commands = ros2.Pub(LaserScan, '/scan', 10), ros2.Sub(Twist, '/cmd_vel', 10)
            await asyncio.gather(scans.wait_for_matched(timeout=10), commands.wait_for_matched(timeout=10))
            yield scans, commands


def test_stops_before_an_obstacle() -> None:
    async def main() -> None:
        async with a_robot() as (scans, commands):
            answer = commands.wait_for_next()
            scans.publish(LaserScan(ranges=[2.0, 0.2]))
            command = await aio.soft_wait_for(answer, timeout=5)
            if isinstance(command, TimeoutError):
                pytest.fail('the robot did not answer within 5 s')
            assert command.linear.x == 0.0

    asyncio.run(main())


def test_is_silent_without_scans() -> None:
    async def main() -> None:
        async with a_robot() as (_, commands):
            async with aio.soft_timeout(0.2) as timed_out:
                async for command in commands.listen():
                    pytest.fail(f'it moves: {command}')
            assert timed_out()

    asyncio.run(main())
