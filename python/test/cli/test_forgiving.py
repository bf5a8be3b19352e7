# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Values and peers that commands accept as those of ROS 2 do: conversions, numbers that JSON lacks, late topics."""

import datetime
import json
import math
import subprocess

import pytest
from conftest import COMMAND

from rxros2.cli.fill import filled
from rxros2.cli.frame import CommandError
from rxros2.cli.output import print_json
from rxros2.messages import interface
from rxros2.names import existing


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
