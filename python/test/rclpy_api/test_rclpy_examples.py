# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""RXROS2_RUNTIME=system: Python programs of examples/ run unchanged on rclpy, ours or the installed one."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / 'examples'
SYSTEM = {**os.environ, 'RXROS2_RUNTIME': 'system'}


@contextlib.contextmanager
def running(*command):
    pipes = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': subprocess.STDOUT, 'text': True}
    process = subprocess.Popen([sys.executable, '-u', *command], env=SYSTEM, **pipes)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def read_until(process, expected):
    printed = ''
    while expected not in printed:
        line = process.stdout.readline()
        printed += line
        assert line and 'Traceback' not in printed, printed


@pytest.mark.parametrize(
    ('peer', 'program', 'expected'),
    [
        ('talker_listener/talker', 'talker_listener/listener', "I heard: 'Hello, robot "),
        ('asyncio/double_talker', 'asyncio/double_listener', 'slow 10, fast '),
        ('services/service_server', 'services/service_client', 'the light is on'),
    ],
)
@pytest.mark.parametrize('number', [signal.SIGINT, signal.SIGTERM])
def test_an_example(peer, program, expected, number):
    with running(EXAMPLES / f'{peer}.py') as first, running(EXAMPLES / f'{program}.py') as second:
        read_until(second, expected)
        for process in (second, first):  # a program that ends by itself needs its peer until then
            if process is first or program == 'talker_listener/listener':  # the others end by themselves
                process.send_signal(number)
            rest, _ = process.communicate(timeout=60)
            assert process.returncode == 0 and 'Traceback' not in rest, rest


SHOUTER = """
import sys
from rxros2 import rx
from rxros2.interfaces.std_msgs.msg import String

class Shouter(rx.Node):
    def run(self):
        rx.interval(0.05).pipe(rx.map(lambda i: String(data=f'{i}')), rx.publish_to_topic(self, String, '/shout'))
        rx.from_topic(self, String, '/shout').pipe(rx.take(3)).subscribe(
            lambda message: print(type(message).__module__, flush=True), on_completed=lambda: print('took', flush=True))
        rx.from_topic(self, String, '/shout').pipe(rx.ignore_elements()).subscribe(
            on_completed=lambda: print('completed', flush=True))

node = Shouter('shouter')
node.start()
rx.spin(node)
node.close()
print('over', flush=True)
"""


@pytest.mark.parametrize('number', [signal.SIGINT, signal.SIGTERM])
def test_a_node_of_rx(number):
    pytest.importorskip('reactivex')
    with running('-c', SHOUTER) as process:
        read_until(process, 'took')
        process.send_signal(number)
        rest, _ = process.communicate(timeout=60)
        assert process.returncode == 0 and rest.split() == ['completed', 'over'], rest


def test_another_runtime_is_refused():
    program = 'from rxros2.aio import ros2; ros2.Session("x")'
    done = subprocess.run(
        [sys.executable, '-c', program], env={**SYSTEM, 'RXROS2_RUNTIME': 'sytem'}, capture_output=True
    )
    assert b"RXROS2_RUNTIME is 'sytem'; expected 'embedded' or 'system'" in done.stderr
