# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Programs written for rclpy run unchanged, and Ctrl-C and SIGTERM end them without a trace."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys

import pytest

PROGRAMS = pathlib.Path(__file__).parent / 'programs'
CPP = pathlib.Path(os.environ['RXROS2_CPP_EXAMPLES'])


def start(name, *arguments):
    return subprocess.Popen(
        [sys.executable, PROGRAMS / f'{name}.py', *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextlib.contextmanager
def running(name, *arguments):
    process = start(name, *arguments)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize('number', [signal.SIGINT, signal.SIGTERM])
def test_publisher_and_subscriber(number):
    with running('subscriber_member_function') as hears, running('publisher_member_function') as talks:
        heard = []
        while len(heard) < 3:
            line = hears.stdout.readline()
            assert line, heard
            if 'I heard: "Hello World' in line:
                heard.append(line)
        talks.send_signal(number)
        rest, _ = talks.communicate(timeout=60)
        assert talks.returncode == 0 and 'Traceback' not in rest and 'Publishing: "Hello' in rest, rest
        hears.send_signal(signal.SIGINT)  # it does not expect the ExternalShutdownException of SIGTERM
        rest, _ = hears.communicate(timeout=60)
        assert hears.returncode == 0 and 'Traceback' not in rest, rest


def test_arguments_count_for_the_node():
    arguments = ['--ros-args', '-r', '__node:=renamed', '-r', 'topic:=chatter']
    with running('subscriber_member_function', *arguments) as hears:
        talker = subprocess.Popen([CPP / 'talker'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            line = hears.stdout.readline()
            assert '[renamed]: I heard: "Hello' in line, line
        finally:
            talker.kill()
            talker.wait()


@pytest.mark.parametrize(
    ('name', 'arguments', 'expected'),
    [
        ('service_and_client', ['40', '2'], ['Result of add_two_ints: 42']),
        ('parameters', [], ['Hello world!', 'True', 'Hello world!', 'False']),
        ('parameters', ['--ros-args', '-p', 'my_parameter:=earth'], ['Hello earth!', 'True', 'Hello world!', 'False']),
        ('callback_groups', [], ['Received response'] * 3),
        ('fibonacci_action', ['6'], ['Goal accepted', 'Goal succeeded [0, 1, 1, 2, 3, 5, 8]']),
        ('fibonacci_action', ['30', 'cancel'], ['Goal accepted', 'Canceling 1', 'Goal canceled []']),
        ('fibonacci_action', ['100'], ['Goal rejected']),
    ],
)
def test_programs_print_what_they_should(name, arguments, expected):
    with running(name, *arguments) as process:
        printed, _ = process.communicate(timeout=60)
    assert process.returncode == 0, printed
    lines = printed.splitlines()
    assert [line for line in lines if line in expected] == expected, printed
    assert 'Traceback' not in printed
