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
from rxros2.interfaces.builtin_interfaces.msg import Time
from rxros2.interfaces.geometry_msgs.msg import Twist
from rxros2.interfaces.rosgraph_msgs.msg import Clock
from rxros2.interfaces.std_msgs.msg import Float64

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
    finally:  # also after a failure: a killed launch would leave programs that disturb the next test
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=60)
        finally:
            process.kill()
            process.communicate()
    assert process.returncode == 0


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
        assert lines[1] == '[camera-1] configured: 320 pixels\n'
        # The camera's output and the actions for its transition events may come in any order.
        assert sorted(lines[2:]) == ['[INFO] [launch.user]: pictures come\n', '[camera-1] active\n']


def test_components(tmp_path, monkeypatch):
    libraries = {name: PROGRAMS / f'components/libexample_{name}.so' for name in ('thermometer', 'mean')}
    container = PROGRAMS.parent / 'rclcpp_components/component_container'
    if not all(path.exists() for path in (*libraries.values(), container)):
        pytest.skip('the components are not built')
    index = tmp_path / 'share/ament_index/resource_index'
    for folder in ('packages/rxros2_examples', 'packages/rclcpp_components', 'rclcpp_components/rxros2_examples'):
        (index / folder).parent.mkdir(parents=True, exist_ok=True)
        (index / folder).touch()
    # Links, as `colcon build --symlink-install` makes them: a container loads nothing from outside of a prefix.
    (tmp_path / 'lib/rclcpp_components').mkdir(parents=True)
    for library in libraries.values():
        (tmp_path / 'lib' / library.name).symlink_to(library)
    (index / 'rclcpp_components/rxros2_examples').write_text(
        ''.join(f'example_components::{name.capitalize()};lib/{path.name}\n' for name, path in libraries.items())
    )
    (tmp_path / 'lib/rclcpp_components/component_container').symlink_to(container)
    monkeypatch.setenv('AMENT_PREFIX_PATH', str(tmp_path))
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))

    async def measure():
        with ros2.auto_context('judge'):
            rooms = [ros2.Sub(Float64, f'/room{number}/mean') for number in (0, 1)]
            return [(await room.wait_for_value(timeout=60)).data for room in rooms]

    with launched('components.launch.xml', 'components', 'coldest:=10.0'):
        assert asyncio.run(measure()) == [14.5, 15.5]


def test_a_timer_of_simulated_time(tmp_path, monkeypatch):
    monkeypatch.setenv('ROS_LOG_DIR', str(tmp_path))
    file = tmp_path / 'it.launch.xml'
    file.write_text(
        '<launch><set_use_sim_time value="true"/>'
        '<ros_timer period="600"><log message="ten minutes"/><shutdown/></ros_timer></launch>'
    )

    async def run():
        process = await asyncio.create_subprocess_exec(
            sys.executable, '-m', 'rxros2.cli', 'launch', file, stdout=subprocess.PIPE
        )
        with ros2.auto_context('clock'):
            clock = ros2.Pub(Clock, '/clock', 10)
            ended = asyncio.ensure_future(process.communicate())
            seconds = 1000
            while not ended.done():
                seconds += 30
                clock.publish(Clock(clock=Time(sec=seconds)))
                await asyncio.wait([ended], timeout=0.05)
            return (await ended)[0].decode(), process.returncode

    assert asyncio.run(asyncio.wait_for(run(), 60)) == ('[INFO] [launch.user]: ten minutes\n', 0)
