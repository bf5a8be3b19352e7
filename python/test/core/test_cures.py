# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Errors of common mistakes name what to write instead."""

import asyncio
import contextlib
import logging
import re

import pytest

import rxros2
from rxros2 import bag
from rxros2.aio import ros2
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.rcl_interfaces.msg import SetParametersResult
from rxros2.interfaces.std_msgs.msg import Header, String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.node import Node
from rxros2.parameters import ParameterRefused
from rxros2.qos import QoSProfile, to_profile
from rxros2.rclpy_names import _OF_ASYNCIO, _OF_NODES, _OF_STREAMS

rx = pytest.importorskip('rxros2.rx')


@pytest.fixture
def node():
    with rx.create_node('mistaken') as node:
        yield node


@pytest.fixture
def session():
    with ros2.auto_context('mistaken') as session:
        yield session


@pytest.mark.parametrize('make', [Node, ros2.Node, rx.Node], ids=['node', 'ros2', 'rx'])
def test_the_names_of_rclpys_nodes(make):
    with make('mistaken') as node:
        for name, cure in _OF_NODES.items():
            assert not hasattr(node, name)
            with pytest.raises(
                AttributeError, match=re.escape(f"'Node' object has no attribute '{name}': write {cure}")
            ):
                getattr(node, name)
        with pytest.raises(AttributeError, match=r"no attribute 'unheard_of'$"):
            _ = node.unheard_of


@pytest.mark.parametrize(('module', 'table'), [(rx, _OF_STREAMS), (ros2, _OF_ASYNCIO)], ids=['rx', 'ros2'])
def test_the_names_of_rclpys_module(module, table):
    for name, cure in table.items():
        with pytest.raises(AttributeError, match=re.escape(f"has no attribute '{name}': write {cure}")):
            getattr(module, name)


def test_near_names():
    with pytest.raises(AttributeError, match="did you mean 'from_topic'"):
        _ = rx.from_topick
    with pytest.raises(AttributeError, match="did you mean 'qos_profile_sensor_data'"):
        _ = ros2.qos_profile_sensors
    with pytest.raises(TypeError, match="found 'sensor_data': write qos_profile_sensor_data"):
        to_profile('sensor_data')
    with pytest.raises(
        TypeError, match="reliability of a QoS profile is 'best_efort'; .*ReliabilityPolicy.BEST_EFFORT"
    ):
        QoSProfile(reliability='best_efort')


SERVICES = {
    'Client': lambda node, cls: ros2.Client(cls, '/s', session=node),
    'Server': lambda node, cls: ros2.Server(cls, '/s', session=node),
    'send_request': lambda node, cls: rx.send_request(node, cls, '/s'),
    'serve': lambda node, cls: rx.serve(node, cls, '/s'),
}
ACTIONS = {
    'ActionClient': lambda node, cls: ros2.ActionClient(cls, '/s', session=node),
    'ActionServer': lambda node, cls: ros2.ActionServer(cls, '/s', session=node),
    'send_goal': lambda node, cls: rx.send_goal(node, cls, '/s'),
}
FOUND = {
    'String, the class of a message': String,
    'SetBool, the class of a service': SetBool,
    'Fibonacci, the class of an action': Fibonacci,
    'std_msgs.msg.String(data=': String(),
}


@pytest.mark.parametrize('description', FOUND)
@pytest.mark.parametrize(
    ('kind', 'name'), [*(('a service', s) for s in SERVICES), *(('an action', a) for a in ACTIONS)]
)
def test_the_class_of_a_service_or_action(node, kind, name, description):
    if kind not in description:
        with pytest.raises(TypeError, match=re.escape(description)) as error:
            (SERVICES | ACTIONS)[name](node, FOUND[description])
        assert f'expected the class of {kind}, like ' in str(error.value)


def test_a_node_spun_by_the_wrong_function(node, session):
    for other in (session, session.node):
        with pytest.raises(
            TypeError, match=r'make it by rx.create_node\(name\); the asyncio loop runs a node of rxros2.aio'
        ):
            rx.spin(other)
    with pytest.raises(TypeError, match=r'write Node\(name\)'):
        rx.from_timer(rx.Node, 1)

    async def main():
        with rx.create_node('asynchronous') as own:
            with pytest.raises(RuntimeError, match='await node.ended'):
                rx.spin(own)

    asyncio.run(main())


def test_auto_context_is_not_asynchronous():
    async def main():
        with pytest.raises(TypeError, match='entered by `with`, not by `async with`'):
            async with ros2.auto_context('mistaken'):
                pass

    asyncio.run(main())


def test_a_topic_of_a_recording_that_was_not_added(tmp_path):
    with bag.Writer(tmp_path / 'drive') as writer:
        writer.add_topic('/scan', 'std_msgs/msg/String')
        with pytest.raises(bag.BagError, match=r'no topic /scam; there is /scan: call add_topic\(\) before write\(\)'):
            writer.write('/scam', b'', 0)


def test_a_type_without_a_definition_is_reported(tmp_path, caplog):
    with caplog.at_level(logging.WARNING), bag.Writer(tmp_path / 'drive') as writer:
        assert not writer.add_topic('/foo', 'foo_msgs/msg/Foo')
    assert 'the definition of foo_msgs/msg/Foo is unknown' in caplog.text and 'add_interface_path' in caplog.text


# --- parameters ---


def test_the_answers_of_a_parameter_callback(node):
    node.declare_parameter('gain', 1.0)
    answers = [
        (None, None),
        (True, None),
        (SetParametersResult(successful=True), None),
        (False, r'check\(\) refused gain'),
        ('too much', 'too much'),
        (SetParametersResult(successful=False, reason='no'), 'no'),
    ]
    for answer, reason in answers:

        def check(values, answer=answer):
            return answer

        handle = node.add_on_set_parameters_callback(check)
        with contextlib.nullcontext() if reason is None else pytest.raises(ParameterRefused, match=reason):
            node.set_parameter('gain', 2.0)
        handle.remove()
    handle = node.add_on_set_parameters_callback(lambda values: 3)
    with pytest.raises(
        TypeError, match='returned 3; expected None or True, a reason or False, or a SetParametersResult'
    ):
        node.set_parameter('gain', 2.0)
    handle.remove()


def test_two_defaults_of_one_parameter(session, capfd):
    async def main():
        ros2.Param('gain', 1.0)
        for same in (1.0, 1, None):
            ros2.Param('gain', same)
        assert '[WARN]' not in capfd.readouterr().err
        ros2.Param('gain', 2.0)

    asyncio.run(main())
    warned = capfd.readouterr().err
    assert f"parameter 'gain' was declared with the default 1.0 at {__file__}:" in warned
    assert f'the default 2.0 of {__file__}:' in warned and warned.count('[WARN]') == 1


def test_parameters_by_mapping(node):
    with pytest.raises(TypeError, match=r'set_parameters: expected \{name: value\}'):
        node.set_parameters([('gain', 1.0)])
    with ros2.auto_context(node), pytest.raises(TypeError, match=r'name of a parameter, a str, found 1\.0'):
        ros2.Param(1.0, 'gain')


# --- stamps ---


def test_stamps(node):
    before = node.now()
    header = Header(stamp=node.stamp())
    assert before <= header.stamp.sec * 1_000_000_000 + header.stamp.nanosec <= node.now()
    assert 0 <= node.age(header) < 3600
    with pytest.raises(TypeError, match=r'expected a message with a header\.stamp, found String'):
        node.age(String())
    for seconds in (0.0, 1.5, -0.25, 1_700_000_000.125):
        assert rxros2.to_seconds(rxros2.to_stamp(seconds)) == seconds
    assert rxros2.to_seconds(Header(stamp=rxros2.to_stamp(1.5))) == 1.5
    assert rxros2.to_seconds(rxros2.interface('builtin_interfaces/msg/Duration')(sec=1, nanosec=500_000_000)) == 1.5
    with pytest.raises(ValueError, match='sec'):
        rxros2.to_stamp(1e12)
    for seconds in (float('inf'), float('-inf'), float('nan')):
        with pytest.raises(ValueError, match='to_stamp: .* is no time'):
            rxros2.to_stamp(seconds)
