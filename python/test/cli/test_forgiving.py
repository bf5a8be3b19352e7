# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Values and peers that commands accept as those of ROS 2 do: conversions, numbers that JSON lacks, late topics."""

import argparse
import datetime
import io
import json
import math
import subprocess

import pytest
from conftest import COMMAND

from rxros2.cli.doctor import hello
from rxros2.cli.fill import filled
from rxros2.cli.frame import CommandError
from rxros2.cli.output import print_json
from rxros2.cli.topic import echo, hz
from rxros2.messages import interface
from rxros2.names import existing
from rxros2.printable import PrintableStream


@pytest.mark.parametrize(
    ('type_', 'value', 'expected'),
    [
        ('Bool', 1, True),
        ('Bool', 0.0, False),
        ('Bool', None, False),
        ('Bool', 'false', False),
        ('Bool', 'Yes', True),
        ('Int32', 1.0, 1),
        ('Int32', '5', 5),
        ('Int32', True, 1),
        ('UInt8', '-0', 0),
        ('Float64', '1e3', 1000.0),
        ('Float64', 'inf', math.inf),
        ('Float64', True, 1.0),
        ('String', None, 'None'),
        ('String', True, 'True'),
        ('String', 1.5, '1.5'),
        ('String', datetime.date(2001, 2, 3), '2001-02-03'),
    ],
)
def test_conversions_of_ros2(type_, value, expected):
    message = filled(interface(f'std_msgs/msg/{type_}'), {'data': value})
    assert message.data == expected and type(message.data) is type(expected)


@pytest.mark.parametrize(
    ('type_', 'value'),
    [('Int32', 1.5), ('Int32', 'five'), ('Int32', None), ('UInt8', '256'), ('Bool', 'maybe'), ('String', [1])],
)
def test_values_that_lose_something_are_refused(type_, value):
    with pytest.raises(CommandError, match=f"std_msgs/msg/{type_}: 'data': expected"):
        filled(interface(f'std_msgs/msg/{type_}'), {'data': value})


def test_items_of_lists_are_converted():
    cls = interface('std_msgs/msg/Int32MultiArray')
    assert list(filled(cls, {'data': [1.0, '2', True]}).data) == [1, 2, 1]


def test_json_has_no_infinite_numbers(capsys):
    print_json({'a': [math.inf, -math.inf, math.nan, 1.5], 'b': (math.nan,), 'c': 'x'})

    def refuse(constant):
        raise ValueError(constant)

    assert json.loads(capsys.readouterr().out, parse_constant=refuse) == {
        'a': ['Infinity', '-Infinity', 'NaN', 1.5],
        'b': ['NaN'],
        'c': 'x',
    }


@pytest.mark.parametrize('command', ['hz', 'bw', 'delay'])
def test_measures_what_comes_later(rxros2, command):
    """The command says that it waits, and subscribes as soon as a publisher appears."""
    topic = f'/late_{command}'
    words = [*COMMAND, 'topic', command, topic, '--once', '--spin-time', '0.1']
    streams = {'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE}
    with subprocess.Popen(words, **streams, text=True) as measuring:
        try:
            line = measuring.stderr.readline()
            assert line.startswith(f'warning: no topic {topic}; ') and line.endswith(': waits for it\n')
            publish = 'topic', 'pub', topic, 'geometry_msgs/msg/PointStamped', '{header: auto}', '-r', '20', '-p', '0'
            with subprocess.Popen([*COMMAND, *publish], stdout=subprocess.DEVNULL) as publishing:
                out, err = measuring.communicate(timeout=60)
                publishing.kill()
        finally:
            measuring.kill()
    assert measuring.returncode == 0 and out and not err


def test_call_waits_for_the_service(rxros2):
    refused = rxros2('service', 'call', '/nobody', 'std_srvs/srv/Trigger', '--timeout', '0.5', '--spin-time', '0.1')
    assert refused.code == 1
    warning, error = refused.err.splitlines()
    assert warning.startswith('warning: no service /nobody; there ') and warning.endswith(': waits for it')
    assert error.startswith('rxros2: no service /nobody; there ') and error.endswith(', within 0.5 s')
    for command in (['service', 'call', '/a b', 'std_srvs/srv/Trigger'], ['topic', 'hz', '/a b']):
        assert rxros2(*command).code == 1  # and does not wait


@pytest.mark.parametrize(
    'words', [['topic', 'echo', '/x', '--timeout', 'nan'], ['bag', 'record', '/x', '--duration', 'nan']]
)
def test_nan_is_no_argument(run_here, words):
    result = run_here(*words)
    assert result.code == 2 and f"argument {words[-2]}: invalid float value: 'nan'" in result.err


def test_names_of_peers_forge_no_line():
    assert existing('topic', '/a', ['/b\n\x1b[31mrxros2: fine']) == (
        'no topic /a; there is /b\\u000a\\u001b[31mrxros2: fine'
    )


def test_echo_clears_the_terminal(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    monkeypatch.setattr('sys.stdout', PrintableStream(terminal))
    parser = argparse.ArgumentParser()
    echo.configure(parser)
    show = echo._printer(parser.parse_args(['/a', '--clear']))
    show(interface('std_msgs/msg/String')(data='x\x1b[31m'), ())
    assert terminal.getvalue().startswith('\x1b[2J\x1b[H') and terminal.getvalue().count('\x1b') == 2


def test_hz_starts_again_when_simulated_time_begins_or_jumps_back():
    times = iter([0, 0, 10**11, 10**11 + 10**8, 5 * 10**10, 5 * 10**10 + 10**9])
    meter = hz._Meter(100, lambda: next(times), None)
    for _ in range(3):
        meter.add(0.0, b'')
    assert meter.figures(0.0) is None
    meter.add(0.0, b'')
    assert meter.figures(0.0)['rate'] == pytest.approx(10)
    meter.add(0.0, b'')
    assert meter.figures(0.0) is None
    meter.add(0.0, b'')
    figures = meter.figures(0.0)
    assert figures['rate'] == pytest.approx(1) and figures['window'] == 2


def test_hello_is_not_held_by_a_flood_and_forgets_an_old_fault():
    class Flood:
        sent = 0
        is_down = True

        def recv(self, size):
            self.sent += 1
            assert self.sent < 100_000
            return b'hello from a'

        def sendto(self, *_):
            if self.is_down:
                raise OSError(101, 'Network is unreachable')

    datagrams = hello._Datagrams(None)
    datagrams._socket = flood = Flood()
    received = []
    datagrams.receive(received.append)
    assert 0 < len(received) == flood.sent
    assert not datagrams.send('x') and 'Network is unreachable' in datagrams.fault
    flood.is_down = False
    assert datagrams.send('x') and not datagrams.fault


@pytest.mark.parametrize('words', [['service', 'call', '/nobody', 'std_srvs/srv/Trigger'], ['topic', 'hz', '/nothing']])
def test_a_timeout_ends_also_the_search(rxros2, words):
    """--spin-time does not lengthen it."""
    result = rxros2(*words, '--timeout', '0.2', '--spin-time', '1000')
    assert result.code == 1 and 'within 0.2 s' in result.err
