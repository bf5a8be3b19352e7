# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs the Python programs of examples/ and checks what they print; some also communicate with their C++ partners.

RXROS2_CPP_EXAMPLES is the folder of the build tree that contains the programs of examples/talker_listener.
"""

import asyncio
import contextlib
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys

import pytest

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.geometry_msgs.msg import Twist
from rxros2.interfaces.sensor_msgs.msg import Image, Range
from rxros2.interfaces.std_msgs.msg import Bool, String

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / 'examples'
CPP = pathlib.Path(os.environ['RXROS2_CPP_EXAMPLES']).parent


def command(language, name):
    return [CPP / name] if language == 'cpp' else [sys.executable, EXAMPLES / f'{name}.py']


@contextlib.contextmanager
def running(language, name, *arguments):
    process = subprocess.Popen(
        [*command(language, name), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_the_index_lists_every_program():
    index = (EXAMPLES / 'README.md').read_text()
    for program in EXAMPLES.glob('*/*'):
        if program.suffix in ('.cpp', '.py', '.xml', '.yaml') and program.parent.name != 'test':
            name = program.relative_to(EXAMPLES)
            assert f']({name})' in index or f'`{name.stem}`' in index, name


@pytest.mark.parametrize(('talker', 'listener'), [('python', 'python'), ('cpp', 'python'), ('python', 'cpp')])
def test_talkers_and_listeners_communicate(talker, listener):
    with running(listener, 'talker_listener/listener') as hears, running(talker, 'talker_listener/talker') as talks:
        lines = [hears.stdout.readline() for _ in range(3)]
        assert all("I heard: 'Hello" in line for line in lines), lines
        for process, language in ((hears, listener), (talks, talker)):
            if language == 'python':
                assert_ends(process)


def assert_ends(process):
    """Ends the program by Ctrl-C and checks that it leaves no traceback."""
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and 'Traceback' not in rest, rest


DISCUSSION = [
    'Ada: Hello Bob!',
    'Bob: Hello Ada.',
    'Ada: Is the robot charged?',
    'Bob: To the brim.',
    'Ada: Then let us go.',
    'Bob: Good bye!',
]


def expected_of_cpp(name):
    """Returns the lines that the C++ program of examples/streams must print."""
    return (EXAMPLES / f'streams/{name}.txt').read_text().splitlines()


@pytest.mark.parametrize(
    ('name', 'printed'),
    [
        ('asyncio/discussion_ros2', DISCUSSION),
        ('asyncio/discussion_zenoh', DISCUSSION),
        ('asyncio/event_callback', ['speed is 0.75 now', 'too fast: 1.5']),
        ('asyncio/own_protocol', ['all', 'of', 'them']),
        (
            'asyncio/process_stdout',
            [*(f'it says: line {i}' for i in range(3)), 'it ended with 0', 'yes goes on for ever: True'],
        ),
        ('streams/sensor_fusion', expected_of_cpp('sensor_fusion')),
        (
            'streams/services',
            [*expected_of_cpp('services')[:-1], 'no response of divide within 0.05 s: there is no server'],
        ),
    ],
)
def test_the_output_of_programs(name, printed, tmp_path):
    config = tmp_path / 'zenoh.json5'  # isolated from other processes of this machine
    config.write_text('{scouting: {multicast: {enabled: false}}, listen: {endpoints: []}}')
    done = subprocess.run(
        command('python', name),
        env=os.environ | {'ZENOH_SESSION_CONFIG_URI': str(config)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0 and done.stdout.splitlines() == printed, done.stdout + done.stderr


@pytest.mark.parametrize(('server', 'client'), [('python', 'python'), ('cpp', 'python'), ('python', 'cpp')])
def test_the_service_answers_when_it_can(server, client):
    with running(server, 'services/service_server') as process:
        assert 'serving /light' in process.stdout.readline()
        done = subprocess.run(command(client, 'services/service_client'), capture_output=True, text=True, timeout=60)
        assert done.stdout.splitlines() == ['the light is off', 'the light is on'], done.stdout + done.stderr
        assert_ends(process)


def test_both_topics_of_the_double_talker_are_heard():
    with (
        running('python', 'asyncio/double_listener') as listener,
        running('python', 'asyncio/double_talker') as talker,
    ):
        for _ in range(2):
            assert re.fullmatch(r'slow \d+, fast \d+\n', listener.stdout.readline())
        assert_ends(talker)


def test_the_test_of_a_robot_passes():
    done = subprocess.run(
        [sys.executable, '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', EXAMPLES / 'asyncio/test_robot.py'],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert '2 passed' in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize('name', ['node_by_class', 'node_by_create_node'])
def test_nodes_blink(name):
    with running('python', f'nodes/{name}') as node:
        lines = [node.stdout.readline() for _ in range(2)]
        assert 'lamp: ' in lines[0] and 'True' in lines[0] and 'False' in lines[1], lines
        assert_ends(node)


def test_a_recipe_as_a_program_reports_a_bump():
    async def main():
        with ros2.auto_context('bumper_test'):
            async with aio.Scope():
                contacts, events = ros2.Pub(Bool, '/bumper'), ros2.Sub(String, '/events')
                await asyncio.gather(contacts.wait_for_matched(timeout=60), events.wait_for_matched(timeout=60))
                event = events.wait_for_next(timeout=60)
                contacts.publish(Bool(data=True))
                assert (await event).data == 'bumped'

    with running('python', 'cookbook/try_recipe') as node:
        asyncio.run(asyncio.wait_for(main(), 120))
        assert_ends(node)


@pytest.mark.parametrize('language', ['cpp', 'python'])
def test_the_quickstart_stops_in_front_of_an_obstacle(language):
    async def main():
        with ros2.auto_context('quickstart_test'):
            async with aio.Scope():
                ranges, commands = ros2.Pub(Range, '/range'), ros2.Sub(Twist, '/cmd_vel', 10)
                await ranges.wait_for_matched(timeout=60)
                for metres, speed in ((1.0, 0.2), (0.3, 0.0)):
                    reached = asyncio.ensure_future(
                        commands.wait_for_next(where=lambda twist, speed=speed: twist.linear.x == speed, timeout=60)
                    )
                    while not reached.done():
                        ranges.publish(Range(range=metres))
                        await asyncio.wait({reached}, timeout=0.1)
                    await reached

    with running(language, 'quickstart/keep_distance') as node:
        asyncio.run(asyncio.wait_for(main(), 120))
        if language == 'python':
            assert_ends(node)


@pytest.mark.parametrize(('first', 'second'), [('python', 'python'), ('cpp', 'python'), ('python', 'cpp')])
def test_t1_and_t2_send_each_other_a_mebibyte(first, second):
    with running(first, 't1_t2/t1') as t1, running(second, 't1_t2/t2') as t2:
        for process, name in ((t1, 'T1'), (t2, 'T2')):
            received = 0
            while received < 3:
                line = process.stdout.readline()
                assert line, name
                received += bool(re.search(rf'\[{name}\]: \d+: 1048576 bytes, \d+ ns old', line))
        assert_ends(t1)
        assert_ends(t2)


@pytest.mark.parametrize('name', ['keyboard', 'joystick'])
def test_a_device_that_is_missing_ends_the_program(name):
    parameter = f'/{name}_publisher/device:=/dev/input/nothing'
    done = subprocess.run(
        [*command('python', f'teleop/{name}_publisher'), '--ros-args', '-p', parameter],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1 and '/dev/input/nothing' in done.stderr, done.stdout + done.stderr
    assert 'Traceback' not in done.stderr


@pytest.mark.parametrize('velocity_publisher', ['velocity_publisher', 'velocity_publisher_asyncio'])
def test_teleop(velocity_publisher, tmp_path):
    keyboard, joystick = tmp_path / 'keyboard', tmp_path / 'joystick'

    def drive(device, record, *values):
        with open(device, 'wb') as file:
            for event in values:
                file.write(struct.pack(record, *event))

    def is_moving(twist):
        return bool(twist.linear.x or twist.angular.z)

    async def connect(commands, device, record, event, stop):
        """Writes until the listener reacts, because discovery cannot be observed from here."""
        moves = asyncio.ensure_future(commands.wait_for_next(where=is_moving, timeout=60))
        while not moves.done():
            await asyncio.to_thread(drive, device, record, event)
            await asyncio.wait({moves}, timeout=0.1)
        await moves
        stops = commands.wait_for_next(where=lambda twist: not is_moving(twist), timeout=60)
        await asyncio.to_thread(drive, device, record, stop)
        await stops

    async def main(publishers):
        with ros2.auto_context('teleop_test'):
            async with aio.Scope():
                commands = ros2.Sub(Twist, '/cmd_vel', 10)
                await commands.wait_for_matched(timeout=60)
                await connect(commands, keyboard, 'llHHi', event=(1, 2, 1, 103, 1), stop=(1, 2, 1, 57, 1))
                await connect(commands, joystick, 'IhBB', event=(3, -32767, 2, 0), stop=(4, 1, 1, 0))
                moves = commands.wait_for_next(where=lambda twist: twist.linear.x > 0.2, timeout=60)
                await asyncio.to_thread(
                    drive, keyboard, 'llHHi', *[(1, 2, 1, 103, pressed) for pressed in (1, 0, 1, 0, 1)]
                )
                velocity = await moves
                assert (velocity.linear.x, velocity.angular.z) == (pytest.approx(0.28), 0.0)
                turns = commands.wait_for_next(where=lambda twist: twist.angular.z != 0, timeout=60)
                await asyncio.to_thread(drive, joystick, 'IhBB', (3, -32767, 2, 0))
                assert (await turns).angular.z == pytest.approx(0.2)
                stops = commands.wait_for_next(where=lambda twist: twist.linear.x == 0, timeout=60)
                await asyncio.to_thread(drive, joystick, 'IhBB', (4, 1, 1, 0))
                assert (await stops).angular.z == 0

    for device in (keyboard, joystick):
        os.mkfifo(device)
    with contextlib.ExitStack() as stack:
        holders = [os.open(device, os.O_RDWR) for device in (keyboard, joystick)]  # so that a writer's end ends nothing
        stack.callback(lambda: [os.close(holder) for holder in holders])
        publishers = [
            stack.enter_context(running('python', f'teleop/{name}', '--ros-args', *parameters))
            for name, parameters in (
                ('keyboard_publisher', ['-p', f'/keyboard_publisher/device:={keyboard}']),
                ('joystick_publisher', ['-p', f'/joystick_publisher/device:={joystick}']),
                (velocity_publisher, ['-p', '/velocity_publisher/frequency:=50.0']),
            )
        ]
        asyncio.run(asyncio.wait_for(main(publishers), 300))
        for process in publishers:
            assert_ends(process)


def example(name, *arguments):
    command = [sys.executable, EXAMPLES / name, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def test_docking_preempts():
    with example('actions/docking.py') as docking:
        assert docking.communicate(timeout=60)[0].splitlines() == [
            'on the way',
            'robot: turned round on the way to the dock at 1000',
            'on the way',
            'docked at 5',
        ]
        assert docking.returncode == 0


def test_a_camera_is_brought_up_and_taken_down():
    with example('lifecycle/camera.py') as camera:
        try:
            with example('lifecycle/bring_up.py', '/camera') as bring_up:
                assert bring_up.communicate(timeout=60)[0] == '/camera is inactive\n/camera is active\n'
                assert bring_up.returncode == 0

            async def pictures():
                with ros2.auto_context('watcher'):
                    images = ros2.Sub(Image, '/image')
                    picture = await images.wait_for_value(timeout=60)
                    assert len(picture.data) == picture.width == 640
                    images.close()

            asyncio.run(pictures())
            with example('lifecycle/bring_up.py', '/camera') as second_run:
                out = second_run.communicate(timeout=60)[0]
                assert out == "not brought up: transition 'configure' of node '/camera' did not succeed\n"
                assert second_run.returncode == 1
            camera.send_signal(signal.SIGTERM)
            assert camera.communicate(timeout=60)[0] == 'configured: 640 pixels\nactive\nshut down\n'
            assert camera.returncode == 0
        finally:
            camera.kill()


def test_a_container_composes(tmp_path):
    index = tmp_path / 'share/ament_index/resource_index/rclcpp_components'
    index.mkdir(parents=True)
    (tmp_path / 'lib').symlink_to(CPP / 'components')
    (index / 'rxros2_examples').write_text(
        'example_components::Thermometer;lib/libexample_thermometer.so\n'
        'example_components::Mean;lib/libexample_mean.so\n'
    )
    program = CPP.parent / 'rclcpp_components/component_container'
    with subprocess.Popen([program], env=os.environ | {'AMENT_PREFIX_PATH': str(tmp_path)}) as container:
        try:
            with example('components/compose.py') as compose:
                assert compose.communicate(timeout=60)[0] == 3 * '22.5 degrees\n'
                assert compose.returncode == 0
            container.send_signal(signal.SIGINT)
            assert container.wait(60) == 0
        finally:
            container.kill()
