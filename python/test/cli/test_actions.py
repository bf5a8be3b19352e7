# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""action and lifecycle commands, against nodes in another process."""

import json
import subprocess
import sys

import pytest
from conftest import running

FIBONACCI = 'example_interfaces/action/Fibonacci'


@pytest.fixture(scope='module', autouse=True)
def robot():
    with running('bringup_robot.py'):
        yield


def test_actions_are_listed(rxros2):
    assert rxros2('action', 'list', until='/count').out == '/count\n'
    assert rxros2('action', 'list', '-t', until='/count').out == f'/count [{FIBONACCI}]\n'
    assert rxros2('action', 'list', '-c', until='1').out == '1\n'
    assert json.loads(rxros2('action', 'list', '--json', until='/count').out) == [
        {'action': '/count', 'type': [FIBONACCI]}
    ]
    assert rxros2('action', 'type', 'count').out == f'{FIBONACCI}\n'
    assert rxros2('action', 'find', 'example_interfaces/Fibonacci', until='/count').out == '/count\n'
    assert rxros2('action', 'find', FIBONACCI, '-c', until='1').out == '1\n'
    nothing = rxros2('action', 'find', 'test_msgs/action/Fibonacci', '--spin-time', '1')
    assert nothing.code == 1 and nothing.out == ''
    result = rxros2('action', 'type', '/cuont', '--spin-time', '1', until='/count')
    assert result.code == 1 and result.err == 'rxros2: no action /cuont; there is /count\n'


def test_action_info(rxros2):
    assert rxros2('action', 'info', '/count', until='/counter').out == (
        'Action: /count\nAction clients: 0\nAction servers: 1\n    /counter\n'
    )
    assert rxros2('action', 'info', '/count', '-c').out == 'Action: /count\nAction clients: 0\nAction servers: 1\n'
    assert f'    /counter [{FIBONACCI}]\n' in rxros2('action', 'info', '/count', '-t').out
    assert json.loads(rxros2('action', 'info', '/count', '--json').out) == {
        'action': '/count',
        'clients': [],
        'servers': [{'node': '/counter', 'type': FIBONACCI}],
    }
    assert rxros2('action', 'info', '/count', '--csv').out == f'kind,node,type\nserver,/counter,{FIBONACCI}\n'


def test_send_goal(rxros2):
    result = rxros2('action', 'send_goal', '/count', FIBONACCI, '{order: 2}', '-f')
    assert result.code == 0
    head, _, rest = result.out.partition('Goal accepted with ID: ')
    assert head == 'Waiting for a server of /count\nSending goal:\n    order: 2\n\n'
    goal_id, _, rest = rest.partition('\n\n')
    assert len(goal_id) == 32
    assert rest == (
        'Feedback:\n    sequence:\n    - 1\n\nFeedback:\n    sequence:\n    - 2\n\n'
        'Result:\n    sequence:\n    - 2\n\nGoal finished with status: SUCCEEDED\n'
    )


def test_goals_that_do_not_succeed(rxros2):
    result = rxros2('action', 'send_goal', '/count', FIBONACCI, '{order: -1}')
    assert result.code == 1 and result.out.endswith('Goal was rejected.\n')
    result = rxros2('action', 'send_goal', '/count', FIBONACCI, '{order: 13}', '--json')
    assert result.code == 1
    assert [json.loads(line) for line in result.out.splitlines()] == [
        {'result': {'sequence': [13]}},
        {'status': 'ABORTED'},
    ]
    result = rxros2('action', 'send_goal', '/count', FIBONACCI, '{order: -1}', '--csv')
    assert result.out == 'status,REJECTED\n'


def test_ctrl_c_cancels_the_goal(rxros2):
    result = rxros2('action', 'send_goal', '/count', FIBONACCI, '{order: 1000000}', '-f', interrupt='    - 2')
    assert result.code == 130
    assert 'Canceling goal...\n' in result.out and result.out.endswith('Goal finished with status: CANCELED\n')


def test_a_goal_from_the_standard_input():
    command = [sys.executable, '-m', 'rxros2.cli', 'action', 'send_goal', '/count', FIBONACCI, '--stdin', '--csv']
    result = subprocess.run(command, input='{order: 1}', capture_output=True, text=True, timeout=60)
    assert result.stdout == 'result,1\nstatus,SUCCEEDED\n', result.stderr


@pytest.mark.parametrize(
    ('words', 'code', 'expected'),
    [
        (['/count', FIBONACCI, '{ordr: 1}'], 2, "Fibonacci_Goal has no field 'ordr'; it has order"),
        (['/count', FIBONACCI, '{order: x}'], 2, 'order'),
        (['/count', 'example_interfaces/action/Fibonaci'], 1, 'example_interfaces/action/Fibonacci'),
        (
            ['/count', 'std_msgs/msg/String'],
            2,
            'std_msgs/msg/String is not a valid action; expected a package/action/Name',
        ),
        (['/nobody', FIBONACCI, '--timeout', '0.5'], 1, 'no server of /nobody within 0.5 s'),
        (
            ['/count', 'test_msgs/action/Fibonacci', '--timeout', '2'],
            1,
            f'no server of /count within 2 s; its server is of type {FIBONACCI}, not test_msgs/action/Fibonacci',
        ),
    ],
)
def test_wrong_goals(rxros2, words, code, expected):
    result = rxros2('action', 'send_goal', *words, until=expected)
    assert result.code == code and 'rxros2: ' in result.err and expected in result.err


def test_action_echo(rxros2):
    """Shows feedback and status while a goal of another command runs, until Ctrl-C."""
    goal = [sys.executable, '-m', 'rxros2.cli', 'action', 'send_goal', '/count', FIBONACCI, '{order: 1000000}']
    with subprocess.Popen(goal, stdout=subprocess.DEVNULL) as running:
        try:
            result = rxros2('action', 'echo', '/count', '--flow-style', interrupt='sequence: ')
        finally:
            running.terminate()
    assert result.code == 0 and 'interface: FEEDBACK_TOPIC\ngoal_id:\n  uuid: [' in result.out


def test_lifecycle_nodes(rxros2):
    assert rxros2('lifecycle', 'nodes', until='/camera').out == '/camera\n'
    assert rxros2('lifecycle', 'nodes', '-c', until='1').out == '1\n'
    assert rxros2('lifecycle', 'get', until='/camera').out == '/camera: unconfigured [1]\n'
    assert rxros2('lifecycle', 'get', 'camera').out == 'unconfigured [1]\n'
    assert rxros2('lifecycle', 'list', '/camera').out == (
        '- configure [1]\n\tStart: unconfigured\n\tGoal: configuring\n'
        '- shutdown [5]\n\tStart: unconfigured\n\tGoal: shuttingdown\n'
    )
    assert rxros2('lifecycle', 'list', '-a', '/camera').out.count('Goal:') == 25
    rows = rxros2('lifecycle', 'list', '/camera', '--csv').out.splitlines()
    assert rows[:2] == ['transition,id,start,goal', 'configure,1,unconfigured,configuring']
    result = rxros2('lifecycle', 'get', '/counter', '--spin-time', '1', until='no lifecycle')
    assert result.code == 1
    assert result.err == 'rxros2: node /counter has no lifecycle: it has no service /counter/get_state\n'
    result = rxros2('lifecycle', 'get', '/camra', '--spin-time', '1', until='/camera')
    assert result.err == 'rxros2: no lifecycle node /camra; there is /camera\n'


def test_lifecycle_set(rxros2):
    result = rxros2('lifecycle', 'set', '/camera', 'configure')
    assert result.code == 0 and result.out == 'Transitioning successful\n'
    result = rxros2('lifecycle', 'set', '/camera', 'configure')
    assert result.code == 1 and result.err == (
        "rxros2: /camera is inactive [2], which has no transition 'configure'; expected one of "
        'cleanup [2], activate [3], shutdown [6]\n'
    )
    result = rxros2('lifecycle', 'set', '/camera', 'activate')
    assert result.code == 1 and 'transition activate [3] failed; it is inactive [2]' in result.err
    assert rxros2('lifecycle', 'set', '/camera', '2').code == 0
    assert rxros2('lifecycle', 'get', '/camera').out == 'unconfigured [1]\n'


def test_completion_of_actions(rxros2):
    words = ['completion', 'words', '--']
    assert '/count' in rxros2(*words, 'action', 'info', '/', until='/count').out.splitlines()
    assert 'send_goal' in rxros2(*words, 'action', '').out.splitlines()
    assert rxros2(*words, 'lifecycle', 'set', '--include').out == '--include-hidden-nodes\n'
