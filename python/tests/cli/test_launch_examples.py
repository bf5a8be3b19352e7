# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The launch files of examples/launch, with the programs of the build tree."""

import asyncio
import contextlib
import os
import pathlib
import signal
import struct
import subprocess
import sys

import pytest

from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import Twist

LAUNCH = pathlib.Path(__file__).parents[3] / 'examples/launch'
PROGRAMS = pathlib.Path(os.environ.get('RXROS2_CPP_EXAMPLES', 'none')).parent
KEY_UP = struct.pack('@llHHi', 1, 0, 1, 103, 1)


@contextlib.contextmanager
def launched(file, folder, *arguments):
    command = [
        sys.executable,
        '-m',
        'rxros2.cli',
        'launch',
        LAUNCH / file,
        f'programs:={PROGRAMS / folder}',
        *arguments,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        assert process.returncode == 0
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize('suffix', ['py', 'xml', 'yaml'])
def test_teleop(tmp_path, suffix, monkeypatch):
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))
    if not os.access(PROGRAMS / 'teleop/velocity_publisher', os.X_OK):
        pytest.skip('teleop is not built')
    keyboard = tmp_path / 'keyboard'
    os.mkfifo(keyboard)

    async def drive():
        with ros2.auto_context('judge'):
            velocities = ros2.Sub(Twist, '/deer/cmd_vel')
            with open(keyboard, 'r+b', buffering=0) as device:
                await asyncio.wait_for(velocities.wait_for_matched(), 30)
                driven = asyncio.ensure_future(velocities.wait_for_value(where=lambda twist: twist.linear.x == 2))
                while not driven.done():
                    device.write(KEY_UP)
                    await asyncio.wait([driven], timeout=0.05)

    with launched(
        f'teleop.launch.{suffix}', 'teleop', f'keyboard:={keyboard}', 'joystick:=', 'robot:=deer', 'fast:=true'
    ):
        asyncio.run(asyncio.wait_for(drive(), 60))


def test_camera(tmp_path, monkeypatch):
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))
    if not os.access(PROGRAMS / 'lifecycle/camera', os.X_OK):
        pytest.skip('the camera is not built')
    with launched('camera.launch.py', 'lifecycle', 'width:=320') as process:
        lines = [process.stdout.readline() for _ in range(4)]
        assert lines[1:] == [
            '[camera-1] configured: 320 pixels\n',
            '[camera-1] active\n',
            '[INFO] [launch.user]: pictures come\n',
        ]
