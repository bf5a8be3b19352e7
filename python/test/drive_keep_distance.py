# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the README's program, which lies beside this one, and is the robot: sends ranges and expects the speeds."""

import asyncio
import signal
import subprocess
import sys

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import Twist
from rxros2.interfaces.sensor_msgs.msg import Range


async def expect(commands, ranges, distance, speed):
    """Sends ranges until the program commands that speed: it samples at its own rate."""
    while True:
        ranges.publish(Range(range=distance))
        message = await commands.wait_for_next(timeout=60)
        if message.linear.x == speed:
            print(f'range {distance} m: speed {speed} m/s')
            return


async def main():
    with subprocess.Popen([sys.executable, '-B', 'keep_distance.py']) as program:
        try:
            with ros2.auto_context('robot'):
                async with aio.Scope():
                    commands, ranges = ros2.Sub(Twist, '/cmd_vel', 10), ros2.Pub(Range, '/range', 10)
                    await ranges.wait_for_matched(timeout=60)
                    await expect(commands, ranges, 1.0, 0.2)
                    await expect(commands, ranges, 0.3, 0.0)
        finally:
            program.send_signal(signal.SIGINT)
    print(f'the program ended with {program.returncode}')


asyncio.run(main())
