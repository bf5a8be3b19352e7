# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The changes that clients of rxros2 view --foxglove can make, and the information that they get beside topics."""

import asyncio
import os
import signal

import pytest
from eventually import eventually_in_loop
from foxglove_client import client_of, run, started, store_of
from rosbags.typesys import Stores, get_typestore
from websockets.exceptions import ConnectionClosed

from rxros2.aio import ros2
from rxros2.cli import frame
from rxros2.interfaces.geometry_msgs.msg import Pose, Twist
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.interfaces.tf2_msgs.srv import FrameGraph
from rxros2.node import Node
from rxros2.qos import DurabilityPolicy, QoSProfile
from rxros2.view.foxglove_server import client_topics, serving

FLOAT_MAX_SPEED = {'name': '/base.max_speed', 'value': 1.5, 'type': 'float64'}
JAZZY = get_typestore(Stores.ROS2_JAZZY)


def sample(name, **fields):
    """Returns a CDR sample of an independent encoder."""
    return bytes(JAZZY.serialize_cdr(JAZZY.types[name](**fields), name))


def vector(x=0.0, y=0.0, z=0.0):
    return JAZZY.types['geometry_msgs/msg/Vector3'](x=x, y=y, z=z)


def twist(x):
    return sample('geometry_msgs/msg/Twist', linear=vector(x), angular=vector())


def subscription_to(node, topic, qos=10):
    """Returns a subscription and the list of the speeds that arrive."""
    sub, speeds = ros2.Sub(Twist, topic, qos, node, scope=None), []
    sub.asap_callback.append(lambda message: speeds.append(message.linear.x))
    return sub, speeds


async def publish_until(client, channel, message, condition):
    """Publish a message until a condition holds: a publisher may not know yet of a subscription that knows of it."""

    async def attempt():
        while not condition():
            await client.publish(channel, message)
            await asyncio.sleep(0.2)

    await asyncio.wait_for(attempt(), 60)


@pytest.fixture(scope='module')
def packages(tmp_path_factory):
    """A prefix with a package that has a mesh, and files beside it that must not be served."""
    prefix = tmp_path_factory.mktemp('prefix')
    index = prefix / 'share/ament_index/resource_index/packages'
    index.mkdir(parents=True)
    (index / 'arm_description').touch()
    meshes = prefix / 'share/arm_description/meshes'
    meshes.mkdir(parents=True)
    (meshes / 'upper arm.STL').write_bytes(b'solid')
    (meshes / 'password.txt').write_bytes(b'secret')
    (prefix / 'share/outside.stl').write_bytes(b'solid')
    return prefix


@pytest.fixture(scope='module')
def controlled(robot, packages):
    path = os.pathsep.join(filter(None, [str(packages), os.environ.get('AMENT_PREFIX_PATH')]))
    with started('--foxglove-control', AMENT_PREFIX_PATH=path) as (process, address):
        yield address
        process.send_signal(signal.SIGINT)
        assert process.wait(60) in (0, 130)


def test_capabilities(controlled):
    async def main():
        async with client_of(controlled) as client:
            await client.until(lambda: client.info)
            expected = {'clientPublish', 'parameters', 'parametersSubscribe', 'services', 'connectionGraph', 'assets'}
            assert set(client.info['capabilities']) == expected
            assert client.info['supportedEncodings'] == ['cdr']

    run(main())


@pytest.mark.parametrize('type_', ['geometry_msgs/msg/Twist', 'geometry_msgs/Twist'])
def test_a_client_drives(controlled, type_):
    async def main():
        async with client_of(controlled) as client:
            with Node('drives') as node:
                sub, speeds = subscription_to(node, '/wheels')
                await client.advertise(5, '/wheels', type_)
                await sub.wait_for_matched(timeout=60)
                await publish_until(client, 5, twist(0.5), lambda: speeds)
                await client.publish(5, twist(-0.25))
                await eventually_in_loop(lambda: speeds[-1] == -0.25)
                assert set(speeds) == {0.5, -0.25}
                for burst in range(20):
                    for number in range(10):
                        await client.publish(5, twist(burst + number / 10))
                    await eventually_in_loop(lambda last=burst + 0.9: speeds[-1] == last)
                await client.send(op='unadvertise', channelIds=[5])
                await eventually_in_loop(lambda: not node.publishers_info('/wheels'))
                await client.advertise(6, '/wheels', type_)
                await eventually_in_loop(lambda: node.publishers_info('/wheels'))
            with Node('looks') as node:
                await eventually_in_loop(lambda: node.publishers_info('/wheels'))
                await client.close()  # without a word
                await eventually_in_loop(lambda: not node.publishers_info('/wheels'))

    run(main())


def test_published_messages_reach_transient_local_subscriptions(controlled):
    """For example an initial pose: a transient_local subscription does not match a volatile publisher."""
    kept = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)

    async def main():
        async with client_of(controlled) as client:
            with Node('wants_what_is_kept') as node:
                sub, speeds = subscription_to(node, '/wanted', kept)
                await client.send(op='subscribeConnectionGraph')
                await client.until(lambda: '/wanted' in client.subscribers)
                await client.advertise(1, '/wanted', 'geometry_msgs/msg/Twist')
                await sub.wait_for_matched(timeout=60)
                await client.publish(1, twist(1.0))
                await eventually_in_loop(lambda: speeds == [1.0])

    run(main())


def test_messages_that_cannot_be_published_are_reported(controlled):
    async def main():
        async with client_of(controlled) as client:
            with Node('goes_on') as node:
                sub, speeds = subscription_to(node, '/goes_on')
                await client.advertise(1, '/goes_on', 'geometry_msgs/msg/Twist')
                await client.advertise(2, '/unknown', 'nobody_msgs/msg/Knows')
                await client.advertise(3, '/not a name', 'geometry_msgs/msg/Twist')
                await client.advertise(4, '/in_json', 'geometry_msgs/msg/Twist', 'json')
                await client.publish(2, twist(1.0))
                await sub.wait_for_matched(timeout=60)
                await client.publish(1, twist(1.0)[:20])

                def status_texts():
                    return ' '.join(status['message'] for status in client.statuses.values())

                problems = [
                    '/unknown of nobody_msgs/msg/Knows',
                    '/not a name',
                    'its messages are in json; expected cdr',
                ]
                problems.append('a message for /goes_on was not published')
                await client.until(lambda: all(problem in status_texts() for problem in problems))
                await publish_until(client, 1, twist(2.0), lambda: speeds)
                assert set(speeds) == {2.0}
                await client.until(lambda: '/goes_on' not in status_texts())
                await client.send(op='unadvertise', channelIds=[2])
                await client.until(lambda: '/unknown' not in status_texts())

    run(main())


def test_parameters_are_shown_and_set(controlled):
    async def main():
        async with client_of(controlled) as client, client_of(controlled) as other:
            while not (await client.get_parameters()).keys() >= {'/base.max_speed', '/base.brakes'}:
                await asyncio.sleep(0.1)
            assert await client.get_parameters('/base.max_speed') == {'/base.max_speed': FLOAT_MAX_SPEED}
            await other.send(op='subscribeParameterUpdates', parameterNames=['/base.max_speed'])
            await other.get_parameters('/base.max_speed')  # the server has read the subscription by then
            # JavaScript knows no floats: 2 is an integer on the wire
            answer = await client.set_parameters({'name': '/base.max_speed', 'value': 2})
            assert answer['/base.max_speed'] == FLOAT_MAX_SPEED | {'value': 2.0}
            await other.until(lambda: other.parameters.get('/base.max_speed', {}).get('value') == 2.0)
            answer = await client.set_parameters(
                FLOAT_MAX_SPEED | {'value': 9.5}, {'name': '/base.brakes', 'value': False}
            )
            assert [parameter['value'] for parameter in answer.values()] == [2.0, False]
            await client.until(lambda: client.statuses)
            [status] = client.statuses.values()
            assert status['message'].startswith('/base.max_speed was not set: ') and 'too fast' in status['message']
            answer = await client.set_parameters(FLOAT_MAX_SPEED, {'name': '/base.brakes', 'value': True})
            assert [parameter['value'] for parameter in answer.values()] == [1.5, True]
            await client.until(lambda: not client.statuses)
            assert await client.set_parameters({'name': '/nobody.x', 'value': 1}) == {}
            await client.until(lambda: client.statuses)
            assert 'no node /nobody' in next(iter(client.statuses.values()))['message']

    run(main())


def test_changes_by_other_nodes_are_shown(controlled):
    async def main():
        async with client_of(controlled) as client:
            with Node('changes') as node:
                node.declare_parameter('gain', 1)
                while '/changes.gain' not in await client.get_parameters():
                    await asyncio.sleep(0.1)
                await client.send(op='subscribeParameterUpdates', parameterNames=['/changes.gain'])
                await client.get_parameters('/changes.gain')  # the server has read the subscription by then
                node.set_parameter('gain', 7)
                await client.until(lambda: client.parameters['/changes.gain']['value'] == 7)
            while '/changes.gain' in await client.get_parameters():
                await asyncio.sleep(0.1)

    run(main())


def test_services_are_called(controlled):
    async def main():
        async with client_of(controlled) as client:
            await client.until(lambda: '/lights' in client.services)
            service = client.services['/lights']
            assert service['type'] == 'std_srvs/srv/SetBool'
            # rosbags knows types by package/msg/Name
            store = store_of('std_srvs/SetBool_Request', service['request']['schema'])
            name = 'std_srvs/msg/SetBool_Request'
            request = bytes(store.serialize_cdr(store.types[name](data=True), name))
            store = store_of('std_srvs/SetBool_Response', service['response']['schema'])
            response = await client.call('/lights', 1, request)
            assert not store.deserialize_cdr(response, 'std_srvs/msg/SetBool_Response').success
            with pytest.raises(RuntimeError, match='SetBool_Request'):
                await client.call('/lights', 2, b'\0\1\0\0')
            assert await client.call('/lights', 3, request)

    run(main())


def test_a_service_disappears_during_a_call(controlled):
    async def main():
        async with client_of(controlled) as client:
            with Node('serves') as node:
                server = ros2.Server(FrameGraph, '/slow', session=node, scope=None)
                await client.until(lambda: '/slow' in client.services)
                assert 'string frame_yaml' in client.services['/slow']['response']['schema']
                call = asyncio.ensure_future(client.call('/slow', 1, b'\0\1\0\0\0'))
                await server.wait_for_next()
                server.close()
            with pytest.raises(RuntimeError, match='/slow has gone'):
                await call
            assert '/slow' not in client.services

    run(main())


def test_the_connection_graph(controlled):
    async def main():
        async with client_of(controlled) as client:
            await client.send(op='subscribeConnectionGraph')
            await client.until(lambda: '/scan' in client.publishers)
            assert client.publishers['/scan'] == ['/lidar']
            assert sorted(client.subscribers['/scan']) == ['/monitor', '/navigator']
            assert client.providers['/lights'] == ['/base']
            with Node('late') as node:
                pub = ros2.Pub(Pose, '/late', 10, node, scope=None)
                await client.until(lambda: client.publishers.get('/late') == ['/late'])
                pub.close()
                await client.until(lambda: '/late' not in client.publishers)

    run(main())


def test_only_meshes_are_served(controlled):
    async def main():
        async with client_of(controlled) as client:
            assert await client.asset('package://arm_description/meshes/upper%20arm.STL') == b'solid'
            refused = [
                ('package://arm_description/meshes/password.txt', 'its name ends with none of'),
                ('package://arm_description/../outside.stl', 'expected package://NAME/FILE'),
                ('package://arm_description/meshes/%2e%2e/%2e%2e/outside.stl', 'expected package://NAME/FILE'),
                ('package://arm_description//etc/passwd.stl', 'No such file'),
                ('file:///etc/passwd', 'expected package://NAME/FILE'),
                ('package://nobody/x.stl', 'no package nobody here'),
                ('package://../x.stl', 'expected package://NAME/FILE'),
                ('package://arm_description/meshes/missing.stl', 'No such file'),
                ('package://[/x.stl', 'expected package://NAME/FILE'),
            ]
            for uri, why in refused:
                with pytest.raises(RuntimeError) as error:
                    await client.asset(uri)
                assert why in str(error.value)

    run(main())


def test_it_ends_while_a_call_waits(robot):
    with started('--foxglove-control') as (process, address):

        async def main():
            async with client_of(address) as client:
                with Node('never_answers') as node:
                    server = ros2.Server(SetBool, '/never', session=node, scope=None)
                    call = asyncio.ensure_future(client.call('/never', 1, b'\0\1\0\0\1'))
                    await server.wait_for_next()
                    process.terminate()
                    assert await asyncio.to_thread(process.wait, 60) in (0, 130)
                    with pytest.raises((RuntimeError, ConnectionClosed)):
                        await call

        run(main())


def test_control_needs_foxglove(capsys):
    assert frame.run(['view', '--foxglove-control']) == 1
    assert capsys.readouterr().err == 'rxros2: --foxglove-control needs --foxglove\n'


def test_the_queue_of_a_client_is_bounded(monkeypatch):
    """The queue is bounded in number and in bytes; it drops the oldest, and keeps one that exceeds the limit alone."""
    monkeypatch.setattr(client_topics, 'MOST_BYTES', 100)
    waiting = client_topics._Waiting()
    assert [waiting.add((1, i), bytes(40)) for i in range(5)] == [True, False, False, False, False]
    assert [waiting.take()[0] for _ in range(2)] == [(1, 3), (1, 4)] and waiting.take() is None
    assert waiting.add((1, 5), bytes(500)) and waiting.take() == ((1, 5), bytes(500))
    for i in range(client_topics.MOST_WAITING + 10):
        waiting.add((1, i), b'')
    assert waiting.take() == ((1, 10), b'')


def test_bad_nodes_keep_no_topic_from_clients(strangers):
    """A node that never answers and one with forged types keep no topics from clients."""
    reports = []

    async def main():
        with Node('_rxros2_view_foxglove_test') as node:
            async with serving(node, '127.0.0.1', 0, reports.append) as address, client_of(address) as client:
                await client.until(lambda: {'/good', '/poison'} <= client.channels.keys())
                assert client.channels['/good']['schema'] == 'float64 speed\n'
                assert 'float32 other' in client.channels['/poison']['schema']
                await eventually_in_loop(lambda: {'/recursive', '/hidden'} <= {text.split()[0] for text in reports})
                assert all(' is not shown in Foxglove: ' in text for text in reports)

    run(main())
