# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2.node and its users: the graph, type hashes, raw topics, message info, parameters, timers."""

import asyncio
import itertools
import os
import threading
import time

import pytest
from eventually import eventually_in_loop

from rxros2 import _core, aio
from rxros2.aio import ros2
from rxros2.interfaces.rcl_interfaces.msg import FloatingPointRange, ParameterDescriptor
from rxros2.interfaces.rcl_interfaces.srv import ListParameters
from rxros2.interfaces.rosgraph_msgs.msg import Clock
from rxros2.interfaces.sensor_msgs.msg import Image, JointState
from rxros2.interfaces.std_msgs.msg import Int64, String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.interfaces.type_description_interfaces.srv import GetTypeDescription
from rxros2.messages import type_hash, type_name
from rxros2.messages.codec import decode, encode
from rxros2.parameters import (
    InvalidParameterTypeException,
    InvalidParameterValueException,
    ParameterAlreadyDeclaredException,
    ParameterNotDeclaredException,
    ParameterRefused,
    ParameterType,
    from_message,
    to_message,
    type_of,
)
from rxros2.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy


@pytest.fixture
def node(request):
    name = ''.join(c if c.isalnum() else '_' for c in request.node.name).strip('_')
    with ros2.Node(name[:60]) as node, ros2.auto_context(node):
        yield node


@pytest.fixture
def other(node):
    """A node in a participant of its own, so that everything between it and `node` goes over DDS."""
    with ros2.Node('other', namespace='/far') as other:
        yield other


def known(to, node):
    return node.name in to.nodes()


# --- the graph and type hashes ---


def test_endpoints_are_known_with_type_hash_and_qos(run, node, other):
    async def main():
        async with aio.Scope():
            qos = QoSProfile(
                depth=7, reliability=ReliabilityPolicy.BEST_EFFORT, durability=DurabilityPolicy.TRANSIENT_LOCAL
            )
            ros2.Pub(JointState, 'joints', qos, other)
            ros2.Sub(JointState, '/far/joints', qos)
            await eventually_in_loop(lambda: known(other, node) and '/far/joints' in other.subscriptions_of(node.name))
            await eventually_in_loop(lambda: known(node, other) and '/far/joints' in node.publishers_of(other.name))
            for infos, name, namespace in (
                (node.publishers_info('/far/joints'), 'other', '/far'),
                (other.subscriptions_info('joints'), node.name[1:], '/'),
            ):
                (info,) = infos
                assert (info.node_name, info.node_namespace) == (name, namespace)
                assert info.topic_type == 'sensor_msgs/msg/JointState'
                assert info.topic_type_hash == type_hash(JointState)
                assert info.qos_profile.reliability == ReliabilityPolicy.BEST_EFFORT
                assert info.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL
                assert len(info.endpoint_gid) == 16
            assert node.publishers_of('/far/other')['/far/joints'] == ['sensor_msgs/msg/JointState']
            assert '/far/joints' in node.subscriptions_of(node.name)
            with pytest.raises(RuntimeError, match='nobody'):
                node.publishers_of('/nobody')

    run(main())


def test_services_of_nodes(run, node, other):
    async def main():
        async with aio.Scope():
            ros2.Server(SetBool, 'light', session=other)
            client = ros2.Client(SetBool, '/far/light')
            await client.wait_for_service()
            await eventually_in_loop(lambda: known(node, other) and '/far/light' in node.services_of('/far/other'))
            assert node.services_of('/far/other')['/far/light'] == ['std_srvs/srv/SetBool']
            await eventually_in_loop(lambda: known(other, node) and '/far/light' in other.clients_of(node.name))
            assert node.count_services('/far/light') == node.count_clients('/far/light') == 1

    run(main())


@pytest.mark.parametrize('cls', [JointState, SetBool.Request], ids=type_name)
def test_a_node_describes_the_types_of_python(run, node, other, cls):
    """The description has the hash that was announced."""

    async def main():
        async with aio.Scope():
            ros2.Pub(JointState, 'joints', 10, other)
            ros2.Server(SetBool, 'light', session=other)
            client = ros2.Client(GetTypeDescription, '/far/other/get_type_description')
            await client.wait_for_service()
            request = GetTypeDescription.Request(type_name=type_name(cls), type_hash=type_hash(cls))
            response = await client.call(request, 60)
            assert response.successful, response.failure_reason
            described = response.type_description.type_description
            assert described.type_name == type_name(cls)
            assert [field.name for field in described.fields] == [*cls.get_fields_and_field_types()]

    run(main())


# --- raw topics and message info ---


def test_samples_pass_unchanged(run, node):
    """Also for a type without a known definition; large samples are objects with a buffer."""

    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub('nobody_msgs/msg/Unknown', 'raw', raw=True), ros2.Pub('nobody_msgs/msg/Unknown', 'raw')
            await pub.wait_for_matched(60)
            every = sub.listen_reliable()
            for sample in (b'\0\1\0\0abcd', encode(Image(data=bytes(100_000)))):
                pub.publish_serialized(sample)
                assert bytes(await anext(every)) == sample
            with pytest.raises(TypeError, match='publish_serialized'):
                pub.publish(String())

    run(main())


def test_raw_and_decoded_subs_of_one_topic(run, node, other):
    async def main():
        async with aio.Scope():
            raw, decoded = ros2.Sub(String, '/both', raw=True), ros2.Sub(String, '/both')
            pub = ros2.Pub(String, '/both', 10, other)
            await eventually_in_loop(lambda: pub.matched() == 2)
            waiting = raw.wait_for_next(timeout=60), decoded.wait_for_next(timeout=60)
            pub.publish(String(data='text'))
            assert decode(String, await waiting[0]) == await waiting[1] == String(data='text')

    run(main())


@pytest.mark.parametrize('far', [False, True])
def test_messages_come_with_info(run, node, other, far):
    async def main():
        async with aio.Scope():
            sub = ros2.Sub(Int64, '/described', info=True)
            pub = ros2.Pub(Int64, '/described', 10, other if far else node)
            await pub.wait_for_matched(60)
            every, before = sub.listen_reliable(), time.time_ns()
            for i in range(2):
                pub.publish(Int64(data=i))
            (first, about), (second, about_second) = await anext(every), await anext(every)
            assert (first.data, second.data) == (0, 1)
            assert before <= about.source_timestamp <= about_second.source_timestamp <= time.time_ns()
            assert about.received_timestamp >= about.source_timestamp
            assert about_second.reception_sequence_number == about.reception_sequence_number + 1
            if far and os.environ.get('RMW_IMPLEMENTATION') != 'rmw_zenoh_cpp':
                assert about.publication_sequence_number is None  # DDS does not send it
            else:
                assert about_second.publication_sequence_number == about.publication_sequence_number + 1
            assert about.publisher_gid == pub.pub.gid()

    run(main())


# --- parameters ---


@pytest.mark.parametrize(
    ('value', 'kind'),
    [
        (True, 'BOOL'),
        (-3, 'INTEGER'),
        (0.5, 'DOUBLE'),
        ('text', 'STRING'),
        (b'\0\xff', 'BYTE_ARRAY'),
        ([True, False], 'BOOL_ARRAY'),
        ([1, 2], 'INTEGER_ARRAY'),
        ([1.0, 2.5], 'DOUBLE_ARRAY'),
        (['a', ''], 'STRING_ARRAY'),
        ([], 'STRING_ARRAY'),
        (None, 'NOT_SET'),
    ],
)
def test_values_of_parameters(value, kind):
    assert type_of(value) is ParameterType[kind]
    back = from_message(to_message(value))
    assert back == value and type(back) is type(value)


@pytest.mark.parametrize('value', [{}, [1, 'a'], [[1]], object(), [True, 2]])
def test_refuses_invalid_parameter_values(value):
    with pytest.raises(TypeError, match='expected a value of a parameter'):
        type_of(value)


def test_integers_become_doubles_where_asked():
    assert from_message(to_message(3, ParameterType.DOUBLE)) == 3.0
    assert from_message(to_message([1, 2], ParameterType.DOUBLE_ARRAY)) == [1.0, 2.0]
    assert to_message([], ParameterType.INTEGER_ARRAY).type == ParameterType.INTEGER_ARRAY
    assert to_message([1, 2.5]).type == ParameterType.DOUBLE_ARRAY


def test_declare_get_set(node):
    assert node.declare_parameter('speed', 1.5) == 1.5
    assert node.get_parameter('speed') == 1.5 and node.has_parameter('speed')
    node.set_parameter('speed', 2)  # becomes a float
    assert node.get_parameter('speed') == 2.0
    assert node.declare_parameter('names', ParameterType.STRING_ARRAY) is None
    node.set_parameters({'names': ['a'], 'speed': 3.0})
    assert node.get_parameters(['names', 'speed']) == {'names': ['a'], 'speed': 3.0}
    assert {'names', 'speed', 'use_sim_time'} <= set(node.list_parameters())
    assert node.parameter_type('names') is ParameterType.STRING_ARRAY
    node.declare_parameter('temporary', 1, ParameterDescriptor(dynamic_typing=True))
    node.undeclare_parameter('temporary')
    with pytest.raises(ParameterNotDeclaredException, match='temporary'):
        node.get_parameter('temporary')
    with pytest.raises(ParameterAlreadyDeclaredException, match='speed'):
        node.declare_parameter('speed', 1.0)
    with pytest.raises(ParameterRefused, match='speed'):
        node.set_parameter('speed', 'fast')
    with pytest.raises(ParameterNotDeclaredException, match='nothing'):
        node.set_parameter('nothing', 1)
    with pytest.raises(TypeError, match="parameter 'speed'"):
        node.set_parameter('speed', object())


def test_ranges_and_descriptions(node):
    limits = FloatingPointRange(from_value=0.0, to_value=2.0)
    node.declare_parameter('speed', 1.0, ParameterDescriptor(description='m/s', floating_point_range=[limits]))
    assert node.describe_parameter('speed').description == 'm/s'
    with pytest.raises(ParameterRefused, match='speed'):
        node.set_parameter('speed', 3.0)
    with pytest.raises(InvalidParameterValueException, match='fast'):
        node.declare_parameter('fast', 9.0, ParameterDescriptor(floating_point_range=[limits]))


def test_arguments_and_files_give_values(tmp_path):
    file = tmp_path / 'parameters.yaml'
    file.write_text('/**:\n  ros__parameters:\n    names: [a, b]\n    speed: 7.5\n')
    args = ['--ros-args', '--params-file', str(file), '-p', 'speed:=2.5', '-p', 'count:=3', '-p', 'count2:=3']
    with ros2.Node('given', args=args, parameters={'count': 4}) as node:
        assert node.declare_parameter('speed', 0.0) == 2.5
        assert node.declare_parameter('names', ['none']) == ['a', 'b']
        assert node.declare_parameter('count', 0) == 4
        with pytest.raises(InvalidParameterTypeException, match='count2'):
            node.declare_parameter('count2', 'text')
    with ros2.Node('given', args=args, declare_parameters_from_overrides=True) as node:
        assert node.get_parameters(['count', 'names']) == {'count': 3, 'names': ['a', 'b']}


def test_nodes_that_share_have_arguments_of_their_own():
    with ros2.Node('first', args=['--ros-args', '-p', 'x:=1']) as first:
        with ros2.Node('second', share=first, args=['--ros-args', '-p', 'y:=2']) as second:
            assert second.declare_parameter('x', 0) == 1  # of the connection
            assert second.declare_parameter('y', 0) == 2
            assert first.declare_parameter('y', 0) == 0


def test_callbacks_refuse_and_observe_changes(node):
    changes = []
    node.declare_parameter('speed', 1.0)
    refusing = node.add_on_set_parameters_callback(lambda values: 'too fast' if values['speed'] > 10 else None)
    observer = node.add_post_set_parameters_callback(changes.append)
    with pytest.raises(ParameterRefused, match='too fast'):
        node.set_parameter('speed', 11.0)
    node.set_parameter('speed', 9.0)
    refusing.remove()
    refusing.remove()
    node.set_parameter('speed', 12.0)
    observer.remove()
    node.set_parameter('speed', 13.0)
    assert changes == [{'speed': 9.0}, {'speed': 12.0}]


def test_an_exception_of_a_callback_is_raised_to_the_caller(node):
    node.declare_parameter('speed', 1.0)
    callback = node.add_on_set_parameters_callback(lambda values: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        node.set_parameter('speed', 2.0)
    callback.remove()
    node.set_parameter('speed', 3.0)
    assert node.get_parameter('speed') == 3.0


@pytest.mark.parametrize('far', [False, True])
def test_parameters_of_another_node(run, node, other, far):
    async def main():
        async with aio.Scope():
            owner = other if far else node
            owner.declare_parameter('speed', 1.0, ParameterDescriptor(description='m/s'))
            owner.declare_parameter('arm.names', ['a'])
            callback = owner.add_on_set_parameters_callback(
                lambda values: 'too fast' if values.get('speed', 0) > 10 else None
            )
            client = ros2.ParameterClient(owner.name)
            assert 'arm.names' in await client.list() and await client.list(['arm']) == ['arm.names']
            assert await client.get('speed', 'arm.names') == {'speed': 1.0, 'arm.names': ['a']}
            await client.set({'speed': 4, 'arm.names': []})
            assert owner.get_parameters(['speed', 'arm.names']) == {'speed': 4.0, 'arm.names': []}
            for atomically in (False, True):
                with pytest.raises(ParameterRefused, match='too fast'):
                    await client.set({'speed': 11.0}, atomically=atomically)
            with pytest.raises(ParameterRefused, match='nothing'):
                await client.set({'nothing': 1})
            with pytest.raises(LookupError, match='nothing'):
                await client.get('speed', 'nothing')
            assert (await client.types('speed', 'nothing'))['nothing'] is ParameterType.NOT_SET
            assert (await client.describe('speed'))['speed'].description == 'm/s'
            callback.remove()

    run(main())


def test_a_service_refuses_a_request_whose_callback_raises(run, node):
    async def main():
        async with aio.Scope():
            node.declare_parameter('speed', 1.0)
            callback = node.add_on_set_parameters_callback(lambda values: 1 / 0)
            client = ros2.ParameterClient(node.name)
            with pytest.raises(ParameterRefused, match='ZeroDivisionError'):
                await client.set({'speed': 2.0})
            callback.remove()
            await client.set({'speed': 3.0})  # the node goes on
            assert node.get_parameter('speed') == 3.0

    run(main())


def test_param_is_a_stream_of_values(run, node):
    async def main():
        async with aio.Scope():
            speed = ros2.Param('speed', 1.0)
            every = speed.listen_reliable(fresh=False)
            assert await speed.wait_for_value() == await anext(every) == 1.0
            node.set_parameter('speed', 2.0)
            await ros2.ParameterClient(node.name).set({'speed': 3.0})
            assert [await anext(every), await anext(every)] == [2.0, 3.0]
            late = ros2.Param('empty', ParameterType.INTEGER)
            waiting = late.wait_for_value()
            node.set_parameter('empty', 4)
            assert await waiting == 4

    run(main())


def test_many_threads_set_parameters_while_services_read_them(run, node):
    """No side waits for the GIL while it holds what the other needs."""

    async def main():
        async with aio.Scope():
            node.declare_parameter('speed', 0.0)
            seen = []
            callback = node.add_post_set_parameters_callback(lambda values: seen.append(values['speed']))
            threads = [
                threading.Thread(target=lambda i=i: [node.set_parameter('speed', float(i)) for _ in range(100)])
                for i in range(4)
            ]
            for thread in threads:
                thread.start()
            client = ros2.Client(ListParameters, f'{node.name}/list_parameters')
            await client.wait_for_service()
            while any(thread.is_alive() for thread in threads):
                assert 'speed' in (await client.call(ListParameters.Request(), 60)).result.names
            assert len(seen) == 400
            callback.remove()

    run(main())


# --- time ---


@pytest.mark.parametrize('clock', ros2.ClockType)
def test_timers_tick_in_each_clock(run, node, clock):
    async def main():
        async with aio.Scope():
            timer = ros2.Timer(0.02, clock)
            ticks = timer.listen_reliable()
            due = [await anext(ticks) for _ in range(4)]
            assert all(b > a and (b - a) % 20_000_000 == 0 for a, b in itertools.pairwise(due))

    run(main())


def test_a_timer_follows_simulated_time(run, node, other):
    async def main():
        async with aio.Scope():
            node.set_parameter('use_sim_time', True)
            clock = ros2.Pub(Clock, '/clock', 10, other)
            await clock.wait_for_matched(60)

            async def show(seconds):
                message = Clock()
                message.clock.sec = seconds
                clock.publish(message)
                await eventually_in_loop(lambda: node.now() == seconds * 10**9)

            await show(100)
            ticks = ros2.Timer(10).listen_reliable()
            await show(109)
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(anext(ticks), 0.05)
            ticks = ros2.Timer(10).listen_reliable()  # from 109 on
            await show(120)
            assert await anext(ticks) == 119 * 10**9

    run(main())


def test_missed_timer_calls_count_as_one():
    with ros2.Node('lazy') as node:
        timer, notifier = _core.Timer(node._core, _core.Clock(3), 1_000_000), _core.Notifier()
        timer.listen(notifier, 5)
        assert notifier.wait(60_000_000_000)
        time.sleep(0.05)  # it would be due more than once
        assert notifier.take() == [5]
        assert timer.take() is not None
        timer.cancel()
        assert timer.is_canceled() and timer.take() is None
        notifier.take()
        assert not notifier.wait(20_000_000)
        timer.reset()
        assert notifier.wait(60_000_000_000) and timer.is_due()
        timer.close()
        with pytest.raises(RuntimeError, match='closed'):
            timer.reset()


def test_periods_are_checked(node):
    with pytest.raises(ValueError, match='more than 0'):
        ros2.Timer(0)
