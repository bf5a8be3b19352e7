# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Programs written for rclpy run unchanged, and Ctrl-C and SIGTERM end them without a traceback."""

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
    with running('harbour_master') as master, running('tide_gauge') as gauge:
        received = []
        while len(received) < 3:
            line = master.stdout.readline()
            assert line, received
            if 'heard <water at ' in line:
                received.append(line)
        gauge.send_signal(number)
        rest, _ = gauge.communicate(timeout=60)
        assert gauge.returncode == 0 and 'Traceback' not in rest and '[tide_gauge]: reported 2.' in rest, rest
        master.send_signal(signal.SIGINT)  # it does not expect the ExternalShutdownException of SIGTERM
        rest, _ = master.communicate(timeout=60)
        assert master.returncode == 0 and 'Traceback' not in rest and 'goes home' in rest, rest


def test_arguments_count_for_the_node():
    arguments = ['--ros-args', '-r', '__node:=renamed', '-r', 'radio:=chatter']
    with running('harbour_master', *arguments) as master:
        talker = subprocess.Popen([CPP / 'talker'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            line = master.stdout.readline()
            assert '[renamed]: heard <Hello' in line, line
        finally:
            talker.kill()
            talker.wait()


@pytest.mark.parametrize(
    ('name', 'arguments', 'expected'),
    [
        ('pilot', ['38', '4'], ['needs 42 dm of water']),
        ('lighthouse', [], ['flash: white', 'taken', 'flash: green', 'no light is mauve', 'flash: green', 'out']),
        ('lighthouse', ['--ros-args', '-p', 'colour:=red'], ['flash: red', 'taken', *['flash: green'] * 2, 'out']),
        ('crane', [], ['hoisted by another thread'] * 3),
        ('lock_chamber', ['6'], ['the sluice opens', 'full [0, 1, 2, 3, 4, 5, 6]']),
        ('lock_chamber', ['40', 'stop'], ['the sluice opens', 'stopping 1', 'stopped 1']),
        ('lock_chamber', ['41'], ['over the wall']),
    ],
)
def test_programs_print_what_they_should(name, arguments, expected):
    with running(name, *arguments) as process:
        printed, _ = process.communicate(timeout=60)
    assert process.returncode == 0, printed
    lines = printed.splitlines()
    assert [line for line in lines if line in expected] == expected, printed
    assert 'Traceback' not in printed
