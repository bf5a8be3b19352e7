# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Nodes take names, remaps and parameters behind --ros-args of the command line, unless they get other arguments."""

import subprocess
import sys
import textwrap

import pytest

import rxros2
import rxros2.parameters
from rxros2.aio import ros2
from rxros2.node import Node

rx = pytest.importorskip('rxros2.rx')

ARGUMENTS = [
    'program',
    '--speed',
    '3',
    '--ros-args',
    '-r',
    '__ns:=/robot',
    '-r',
    '__node:=other',
    '-r',
    'cmd:=/x',
    '-p',
    'gain:=2.5',
    '-p',
    'steps:=[1,2]',
]


@pytest.fixture
def command_line(monkeypatch):
    monkeypatch.setattr(sys, 'argv', ARGUMENTS)


@pytest.mark.parametrize('make', [Node, ros2.Node, rx.create_node, rx.Node], ids=['node', 'ros2', 'create_node', 'rx'])
def test_a_node_takes_the_command_line(command_line, make):
    with make('own') as node:
        assert node.name == '/robot/other'
        assert node.declare_parameter('gain', 1.0) == 2.5
    with make('own', args=[]) as node:
        assert node.name == '/own' and node.declare_parameter('gain', 1.0) == 1.0


def test_a_session_takes_the_command_line(command_line):
    with ros2.auto_context('own') as session:
        assert session.node.name == '/robot/other'
        assert ros2.Pub(ros2_string(), 'cmd').topic_name == '/x'
    with ros2.auto_context('own', args=['--ros-args', '-r', '__node:=third']) as session:
        assert session.node.name == '/third'


def ros2_string():
    return rxros2.interface('std_msgs/msg/String')


def test_init_sets_other_arguments(command_line, monkeypatch):
    monkeypatch.setattr('rxros2.rx.node._arguments', None)
    rx.init([])
    with rx.create_node('own') as node:
        assert node.name == '/own'
    rx.init()
    monkeypatch.setattr(sys, 'argv', ['program', '--ros-args', '-r', '__node:=later'])
    with rx.create_node('own') as node:
        assert node.name == '/later'


def test_a_node_that_shares_takes_no_arguments_if_it_is_told_so(command_line):
    with Node('own') as node:
        with Node('second', share=node) as second:
            assert second.name == '/robot/other'
        with Node('second', share=node, args=[]) as second:
            assert second.name == '/second'


def test_what_is_not_for_ros_is_ignored(monkeypatch):
    for words in (['ipykernel', '-f', '/tmp/kernel.json'], ['pytest', '-p', 'no:cache'], []):
        monkeypatch.setattr(sys, 'argv', words)
        with Node('own') as node:
            assert node.name == '/own'


def test_the_rest_is_left_for_argparse(command_line):
    assert rxros2.remove_ros_args() == ['program', '--speed', '3']
    assert rxros2.remove_ros_args(['p', '--ros-args', '-p', 'a:=1', '--', '--verbose']) == ['p', '--verbose']


def test_integers_are_accepted_for_floating_point_parameters(monkeypatch):
    monkeypatch.setattr(
        sys, 'argv', ['p', '--ros-args', '-p', 'gain:=3', '-p', 'gains:=[1,2]', '-p', 'late:=4', '-p', 'count:=2.5']
    )
    with Node('own') as node:
        assert node.declare_parameter('gain', 1.0) == 3.0
        assert node.declare_parameter('gains', [0.5]) == [1.0, 2.0]
        assert node.declare_parameter('late', rxros2.parameters.ParameterType.DOUBLE) == 4.0
        with pytest.raises(rxros2.parameters.InvalidParameterTypeException):
            node.declare_parameter('count', 1)
        assert node.declare_parameter('other', 1.0) == 1.0


def test_ctrl_c_ends_asyncio_without_a_traceback():
    program = textwrap.dedent("""
        import asyncio, os, signal
        from rxros2 import aio
        from rxros2.aio import ros2

        async def main():
            with ros2.auto_context('ended'):
                async with aio.Scope():
                    asyncio.get_running_loop().call_later(0.01, os.kill, os.getpid(), signal.SIGINT)
                    async for _ in aio.Rate(1000).listen():
                        pass

        asyncio.run(main())
    """)
    ended = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (-2, '')


def test_other_interrupts_have_a_traceback():
    program = "import rxros2\nraise KeyboardInterrupt('mine')"
    ended = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=60, check=False)
    assert 'mine' in ended.stderr


TWO_NODES = """
    from rxros2 import rx

    with rx.create_node('front') as front, rx.create_node('rear') as rear:
        print(front.declare_parameter('gain', 1.0))
"""


def test_rules_that_fit_nothing_are_named_once_for_all_nodes_of_a_program():
    """A rule that fits one node is right, although each node reads the command line."""
    rules = ['-p', 'gain:=3.0', '-p', 'gian:=4.0', '-r', '/tf:=tf']
    command = [sys.executable, '-c', textwrap.dedent(TWO_NODES), '--ros-args', *rules]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert ended.stdout == '3.0\n'
    assert [line.count("a parameter 'gian'") for line in ended.stderr.splitlines() if 'had no effect' in line] == [1]
