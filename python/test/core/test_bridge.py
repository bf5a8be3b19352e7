# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Topics that the bridge forwards between two networks, and bridges beside and behind each other."""

import asyncio
import pathlib
import re
import signal
import subprocess
import sys

import pytest

pytest.importorskip('reactivex')
from bridges import NETWORKS, lines_of, serve_trigger
from domains import FAR, NEAR
from engines import needs_zenoh
from eventually import eventually_in_loop

from rxros2 import aio
from rxros2._core import ForwardedTopic
from rxros2.aio import ros2
from rxros2.bridge import Bridge, Network
from rxros2.bridge.marks import node_name, path_of
from rxros2.bridge.qos import kind_of, of_counterpart, of_subscription
from rxros2.bridge.selection import Names, Rates, Renaming, Selection
from rxros2.bridge.topics import TopicsOneWay
from rxros2.interfaces.std_msgs.msg import ByteMultiArray, String
from rxros2.interfaces.std_srvs.srv import Trigger
from rxros2.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class Listener:
    """The messages that a subscription got."""

    def __init__(self, node, topic, qos=1000):
        self.texts = []
        self.sub = ros2.Sub(String, topic, qos, node)
        self.sub.asap_callback.append(lambda message: self.texts.append(message.data))

    async def gets(self, text):
        await eventually_in_loop(lambda: text in self.texts, f'the message {text!r}')


def test_a_topic_crosses_both_ways_without_an_echo(run, near, far, topic):
    async def main():
        with Bridge(*NETWORKS):
            async with aio.Scope():
                listener_near, listener_far = Listener(near, topic), Listener(far, topic)
                pub_near, pub_far = ros2.Pub(String, topic, 1000, near), ros2.Pub(String, topic, 1000, far)
                # Each listener has its own side and a counterpart, each publisher its own side and the bridge.
                endpoints = [pub_near, pub_far, listener_near.sub, listener_far.sub]
                await eventually_in_loop(lambda: all(endpoint.matched() == 2 for endpoint in endpoints))
                for number in range(50):
                    pub_near.publish(String(data=f'near {number}'))
                    pub_far.publish(String(data=f'far {number}'))
                await listener_far.gets('near 49')
                await listener_near.gets('far 49')
                for listener in (listener_near, listener_far):
                    await eventually_in_loop(lambda listener=listener: len(listener.texts) >= 100)
                    assert sorted(listener.texts) == sorted(
                        f'{side} {n}' for side in ('near', 'far') for n in range(50)
                    )
                    for side in ('near', 'far'):
                        assert [text for text in listener.texts if text.startswith(side)] == [
                            f'{side} {number}' for number in range(50)
                        ]

    run(main())


def test_a_late_subscription_gets_latched_messages_of_the_other_side(run, near, far, topic):
    async def main():
        with Bridge(*NETWORKS):
            async with aio.Scope():
                for text in ('one', 'two'):
                    ros2.Pub(String, topic, LATCHED, near).publish(String(data=text))
                await eventually_in_loop(lambda: far.count_publishers(topic) == 2)
                of_both = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)
                listener = Listener(far, topic, of_both)
                await listener.gets('one')
                await listener.gets('two')
                late = Listener(far, topic, of_both)
                await late.gets('one')
                await late.gets('two')
                assert sorted(listener.texts) == sorted(late.texts) == ['one', 'two']

    run(main())


def test_the_qos_and_the_times_are_kept(run, near, far, topic):
    async def main():
        with Bridge(*NETWORKS):
            async with aio.Scope():
                profile = QoSProfile(depth=3, reliability=ReliabilityPolicy.BEST_EFFORT, deadline=0.5, lifespan=60.0)
                publisher = ros2.Pub(String, topic, profile, near)
                await eventually_in_loop(lambda: far.publishers_info(topic))
                (info,) = far.publishers_info(topic)
                assert info.qos_profile.reliability == ReliabilityPolicy.BEST_EFFORT
                assert info.qos_profile.durability == DurabilityPolicy.VOLATILE
                assert (info.qos_profile.deadline, info.qos_profile.lifespan) == (0.5, 60.0)
                best_effort = QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT)
                sides = [ros2.Sub(String, topic, best_effort, node, info=True) for node in (near, far)]
                listeners = [sub.listen_reliable() for sub in sides]
                await eventually_in_loop(lambda: near.count_subscribers(topic) == 2)

                async def publish():
                    while True:
                        publisher.publish(String(data='tick'))
                        await asyncio.sleep(0.05)

                publishing = asyncio.create_task(publish())
                times = [{(await anext(items))[1].source_timestamp for _ in range(20)} for items in listeners]
                publishing.cancel()
                assert times[0] & times[1]

    run(main())


def test_a_large_message_of_a_type_without_a_class_here(run, near, far, topic):
    async def main():
        with Bridge(*NETWORKS, topics=[topic]) as bridge:
            async with aio.Scope():
                items = ros2.Sub(ByteMultiArray, topic, 10, far).listen_reliable()
                publisher = ros2.Pub(ByteMultiArray, topic, 10, near)
                await publisher.wait_for_matched(60)
                data = [bytes([number % 251]) for number in range(1 << 20)]
                receiving = asyncio.ensure_future(anext(items))
                while not receiving.done():
                    publisher.publish(ByteMultiArray(data=data))
                    await asyncio.wait([receiving], timeout=0.5)
                assert b''.join(receiving.result().data) == b''.join(data)
                assert lines_of(bridge.summary(), f'topic {topic} [std_msgs/msg/ByteMultiArray]')

    run(main())


def test_a_topic_is_subscribed_to_while_somebody_listens(run, near, far, topic):
    async def main():
        with Bridge(*NETWORKS):
            async with aio.Scope():
                ros2.Pub(String, topic, 1000, near)
                await eventually_in_loop(lambda: far.count_publishers(topic) == 1)
                assert near.count_subscribers(topic) == 0
                listener = ros2.Sub(String, topic, 10, far)
                await eventually_in_loop(lambda: near.count_subscribers(topic) == 1)
                listener.close()
                await eventually_in_loop(lambda: near.count_subscribers(topic) == 0)

    run(main())


def test_names_rates_and_exclusions(run, near, far, topic):
    async def main():
        report = []
        with Bridge(
            *NETWORKS,
            topics=[f'{topic}/.*'],
            exclude=[f'{topic}/secret'],
            rename={f'{topic}/': f'/robot7{topic}/', f'{topic}/a': f'{topic}/b'},
            rates={f'{topic}/slow': 0.001},
            report=report.append,
        ) as bridge:
            async with aio.Scope():
                slow, fast = Listener(far, f'/robot7{topic}/slow'), Listener(far, f'/robot7{topic}/fast')
                exact = Listener(far, f'{topic}/b')
                pubs = {
                    name: ros2.Pub(String, f'{topic}/{name}', 1000, near) for name in ('slow', 'fast', 'a', 'secret')
                }
                for name in ('slow', 'fast', 'a'):
                    await pubs[name].wait_for_matched(60)
                for listener in (slow, fast, exact):
                    await listener.sub.wait_for_matched(60)
                for number in range(20):
                    for publisher in pubs.values():
                        publisher.publish(String(data=str(number)))
                await fast.gets('19')
                await exact.gets('19')
                await slow.gets('0')
                assert slow.texts == ['0']
                assert not far.count_publishers(f'{topic}/secret')
                assert not far.count_publishers(f'/robot7{topic}/secret')
                (line,) = lines_of(bridge.summary(), f'topic {topic}/slow ')
                assert '1 messages' in line and '19 left out by the rate' in line
        assert any(f'as {topic}/b' in line for line in report)

    run(main())


def test_the_last_message_of_a_latched_topic_passes_at_any_rate(run, near, far, topic):
    async def main():
        with Bridge(*NETWORKS, rates={topic: 0.001}):
            async with aio.Scope():
                publisher = ros2.Pub(String, topic, LATCHED, near)
                await publisher.wait_for_matched(60)
                for text in ('old', 'newer', 'newest'):
                    publisher.publish(String(data=text))
                await Listener(far, topic, LATCHED).gets('newest')

    run(main())


@pytest.mark.parametrize('is_only', [True, False])
def test_a_publisher_that_ends_at_once_loses_nothing(run, near, far, topic, is_only):
    async def main():
        with Bridge(*NETWORKS):
            async with aio.Scope():
                listener = Listener(far, topic)
                for number in range(5):
                    if number == 0 and not is_only:
                        await ros2.Pub(String, topic, 1000, near).wait_for_matched(60)
                        await listener.sub.wait_for_matched(60)
                    publisher = ros2.Pub(String, topic, 1000, near)
                    await publisher.wait_for_matched(60)
                    if is_only:
                        await listener.sub.wait_for_matched(60)
                    for _ in range(200):
                        publisher.publish(String(data=str(number)))
                    publisher.close()
                    if is_only:
                        await eventually_in_loop(
                            lambda: near.count_subscribers(topic) == far.count_publishers(topic) == 0
                        )
                await eventually_in_loop(lambda: len(listener.texts) == 1000, lambda: len(listener.texts))

    run(main())


def test_messages_that_may_come_from_an_ended_bridge_are_lost_and_reported(run, near, far, topic):
    async def main():
        report = []
        with (
            ros2.Node(node_name(('00000001',)), engine='dds', domain_id=NEAR),
            Bridge(*NETWORKS, report=report.append) as bridge,
        ):
            async with aio.Scope():
                Listener(far, topic)
                await ros2.Pub(String, topic, 1000, near).wait_for_matched(60)
                await eventually_in_loop(lambda: bridge._sides[0].bridges == {'00000001'})
                while not lines_of(report, f'topic {topic} of dds domain {NEAR}: messages are lost'):
                    publisher = ros2.Pub(String, topic, 1000, near)
                    while publisher.matched() == 0:
                        await asyncio.sleep(0)
                    publisher.publish(String(data='burst'))
                    publisher.close()
                    await asyncio.sleep(0.05)
                (line,) = lines_of(bridge.summary(), f'topic {topic} ')
                assert ' of unknown publishers' in line

    run(main())


def test_a_subscription_that_does_not_read_delays_neither_close_nor_others(run, near, far, topic):
    async def main():
        everything = QoSProfile(history=HistoryPolicy.KEEP_ALL)
        program = (
            'import asyncio\nfrom rxros2.aio import ros2\nfrom rxros2.interfaces.std_msgs.msg import String\n'
            'from rxros2.qos import HistoryPolicy, QoSProfile\n'
            'async def main():\n'
            f'    node = ros2.Node("stopped", engine="dds", domain_id={FAR})\n'
            f'    sub = ros2.Sub(String, {topic!r}, QoSProfile(history=HistoryPolicy.KEEP_ALL), node)\n'
            '    async for message in sub.listen_reliable():\n        print(message.data, flush=True)\n'
            'asyncio.run(main())\n'
        )
        with subprocess.Popen([sys.executable, '-c', program], stdout=subprocess.PIPE, text=True) as stopped:
            try:
                async with aio.Scope():
                    with Bridge(*NETWORKS) as bridge:
                        listener = Listener(far, f'{topic}/other')
                        other = ros2.Pub(String, f'{topic}/other', 10, near)
                        publisher = ros2.Pub(String, topic, everything, near)
                        for pub in (publisher, other):
                            await pub.wait_for_matched(60)
                        await listener.sub.wait_for_matched(60)
                        publisher.publish(String(data='begin'))
                        assert await asyncio.to_thread(stopped.stdout.readline) == 'begin\n'
                        stopped.send_signal(signal.SIGSTOP)
                        for _ in range(100):
                            publisher.publish(String(data='x' * 50_000))
                        other.publish(String(data='passes'))
                        await listener.gets('passes')
                        (line,) = lines_of(bridge.summary(), f'topic {topic} ')
                        assert int(re.search(r'(\d+) messages', line)[1]) < 101
                        await asyncio.to_thread(bridge.close)
                        assert '/stopped' in far.nodes()  # so nothing waited until it counted as lost
            finally:
                stopped.kill()

    run(main())


def test_a_topic_that_cannot_be_bridged_does_not_stop_others(run, near, far, topic, monkeypatch):
    async def main():
        # As the type of a program without ROS 2.
        monkeypatch.setattr(
            'rxros2.bridge.topics.ForwardedTopic',
            lambda name, type_, period: ForwardedTopic(name, 'Odd' if name == f'{topic}/odd' else type_, period),
        )
        report = []
        with Bridge(*NETWORKS, report=report.append):
            async with aio.Scope() as scope:
                ros2.Pub(String, f'{topic}/odd', LATCHED, near)
                reason = f"topic {topic}/odd of dds domain {NEAR} is not bridged: 'Odd' is not a message type"
                await eventually_in_loop(lambda: lines_of(report, reason))
                ros2.Pub(String, topic, LATCHED, near).publish(String(data='later'))
                await Listener(far, topic, LATCHED).gets('later')
                scope.task_group.create_task(serve_trigger(ros2.Server(Trigger, f'{topic}/s', session=near), 'near'))
                await ros2.Client(Trigger, f'{topic}/s', session=far).wait_for_service(timeout=60)
                assert len(lines_of(report, f'topic {topic}/odd ')) == 1
                assert not lines_of(report, 'the bridge cannot')
                scope.cancel()

    run(main())


def test_a_report_that_raises_and_an_error_end_nothing(run, near, far, topic, monkeypatch):
    async def main():
        lines, errors = [], [KeyError('once'), RuntimeError('once')]

        def report(line):
            lines.append(line)
            raise KeyError(line)

        original = TopicsOneWay.update

        def update(way):
            if errors:
                raise errors.pop()
            return original(way)

        monkeypatch.setattr(TopicsOneWay, 'update', update)
        with Bridge(*NETWORKS, report=report):
            async with aio.Scope():
                publisher = ros2.Pub(String, topic, LATCHED, near)
                publisher.publish(String(data='one'))
                await Listener(far, topic, LATCHED).gets('one')
                assert "the bridge cannot follow the graph, and tries it again: 'once'" in lines
                publisher.close()
                await eventually_in_loop(lambda: near.count_subscribers(topic) == far.count_publishers(topic) == 0)
                end = f'topic {topic} [std_msgs/msg/String] to dds domain {FAR}: 1 messages'
                await eventually_in_loop(lambda: lines_of(lines, end))

    run(main())


def test_close_within_report_and_errors_while_closing(run, near, far, topic):
    async def main():
        async with aio.Scope():
            bridges = []
            bridges.append(Bridge(*NETWORKS, report=lambda _: bridges[0].close()))

            def fail():
                raise KeyError(topic)

            bridges[0]._ways[1].close = fail
            ros2.Pub(String, topic, 10, near)
            await asyncio.to_thread(bridges[0].wait)
            bridges[0].close()
            await eventually_in_loop(lambda: [near.nodes(), far.nodes()] == [['/near'], ['/far']])

    run(main())


def test_the_same_network_twice_is_refused(monkeypatch):
    for variable in ('zenoh', 'rmw_cyclonedds_cpp', ''):
        monkeypatch.setenv('RMW_IMPLEMENTATION', variable)
        with pytest.raises(ValueError, match=f'both sides are dds domain {NEAR}; expected two engines or two domains'):
            Bridge(Network('dds', NEAR), Network('', NEAR))


def test_names_of_the_other_side_are_those_of_the_first_side(run, near, far, topic):
    async def main():
        report = []
        with Bridge(
            *NETWORKS,
            topics=[f'{topic}/.*'],
            exclude=[f'{topic}/secret'],
            rename={'/': '/robot7/'},
            rates={f'{topic}/slow': 0.001},
            report=report.append,
        ):
            async with aio.Scope():
                command, slow = Listener(near, f'{topic}/command'), Listener(near, f'{topic}/slow')
                for name in (f'{topic}/command', f'/robot7{topic}/secret'):
                    ros2.Pub(String, name, LATCHED, far)
                pubs = [ros2.Pub(String, f'/robot7{topic}/{name}', 1000, far) for name in ('command', 'slow')]
                for publisher in pubs:
                    await publisher.wait_for_matched(60)
                for listener in (command, slow):
                    await listener.sub.wait_for_matched(60)
                for number in range(20):
                    for publisher in pubs:
                        publisher.publish(String(data=str(number)))
                await command.gets('19')
                await slow.gets('0')
                assert slow.texts == ['0']
                assert near.count_publishers(f'{topic}/command') == 1
                assert not near.count_publishers(f'{topic}/secret')
                assert not lines_of(report, f'topic {topic}/')

    run(main())


def test_two_bridges_side_by_side_forward_once(run, near, far, topic):
    async def main():
        with Bridge(*NETWORKS) as first, Bridge(*NETWORKS) as second:
            ids = [node_name((bridge._sides[0].own_id,)) for bridge in (first, second)]
            async with aio.Scope() as scope:
                scope.task_group.create_task(serve_trigger(ros2.Server(Trigger, f'{topic}/s', session=near), 'x'))
                listener_near, listener_far = Listener(near, topic), Listener(far, topic)
                pub_near, pub_far = ros2.Pub(String, topic, 1000, near), ros2.Pub(String, topic, 1000, far)
                endpoints = [pub_near, pub_far, listener_near.sub, listener_far.sub]

                def is_agreed():
                    """Each counterpart, and the server, is that of one of them."""
                    names = [{info.node_name for info in node.publishers_info(topic)} for node in (near, far)]
                    return (
                        all(names[i] in ({own, ids[0]}, {own, ids[1]}) for i, own in enumerate(('near', 'far')))
                        and all(endpoint.matched() == 2 for endpoint in endpoints)
                        and far.count_services(f'{topic}/s') == near.count_services(f'{topic}/s') == 1
                    )

                await eventually_in_loop(is_agreed)
                for number in range(20):
                    pub_near.publish(String(data=f'near {number}'))
                    pub_far.publish(String(data=f'far {number}'))
                await listener_far.gets('near 19')
                await listener_near.gets('far 19')
                for listener in (listener_near, listener_far):
                    assert len(listener.texts) == len(set(listener.texts)) == 40
                # The other one takes over.
                forwarding = {info.node_name for info in far.publishers_info(topic)}
                active, standby = (first, second) if ids[0] in forwarding else (second, first)
                active.close()
                name = node_name((standby._sides[0].own_id,))
                await eventually_in_loop(
                    lambda: (
                        name in {info.node_name for info in far.publishers_info(topic)}
                        and pub_near.matched() == listener_far.sub.matched() == 2
                        and far.count_services(f'{topic}/s') == 1
                    )
                )
                pub_near.publish(String(data='after'))
                await listener_far.gets('after')
                scope.cancel()

    run(main())


def test_a_new_bridge_leaves_a_running_one_alone(run, near, far, topic, monkeypatch):
    async def main():
        first_report, second_report = [], []
        with Bridge(*NETWORKS, report=first_report.append):
            async with aio.Scope() as scope:
                scope.task_group.create_task(serve_trigger(ros2.Server(Trigger, f'{topic}/s', session=near), 'x'))
                client = ros2.Client(Trigger, f'{topic}/s', session=far)
                await client.wait_for_service(timeout=60)
                listener, publisher = Listener(far, topic), ros2.Pub(String, topic, 1000, near)
                await publisher.wait_for_matched(60)
                await listener.sub.wait_for_matched(60)
                count = len(first_report)
                monkeypatch.setattr('rxros2.bridge.bridge.new_id', lambda: '00000000')
                with Bridge(*NETWORKS, report=second_report.append):
                    reason = (
                        f'topic {topic} of dds domain {NEAR} is not bridged: another bridge forwards to {topic} in dds '
                        f'domain {FAR}'
                    )
                    numbers = 0
                    while reason not in second_report:
                        publisher.publish(String(data=str(numbers)))
                        numbers += 1
                        assert (await client.call(Trigger.Request(), timeout=60)).message == 'x'
                    publisher.publish(String(data='last'))
                    await listener.gets('last')
                    assert listener.texts == [*map(str, range(numbers)), 'last']
                    assert second_report == [reason]
                assert len(first_report) == count
                scope.cancel()

    run(main())


@pytest.fixture
def third():
    """A domain that no other test uses."""
    script = pathlib.Path(__file__).resolve().parents[3] / 'cmake/own_domain.sh'
    command = [script, 'sh', '-c', 'echo $ROS_DOMAIN_ID; read -r _']
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield int(process.stdout.readline())
        process.stdin.close()


def test_a_message_passes_a_chain_of_bridges_and_ends_in_a_ring(run, near, far, third, topic):
    async def main():
        end = Network('dds', third)
        with Bridge(*NETWORKS), Bridge(NETWORKS[1], end), ros2.Node('third', engine='dds', domain_id=third) as last:
            async with aio.Scope():
                listeners = [Listener(node, topic) for node in (near, far, last)]
                publisher = ros2.Pub(String, topic, 1000, near)
                await eventually_in_loop(lambda: last.count_publishers(topic) == 1)
                await publisher.wait_for_matched(60)
                while 'chain' not in listeners[2].texts:
                    publisher.publish(String(data='chain'))
                    await asyncio.sleep(0.05)
                with Bridge(end, NETWORKS[0]):  # the ring is closed
                    await eventually_in_loop(lambda: last.count_publishers(topic) == far.count_publishers(topic) == 2)
                    counts = [0, 0, 0]
                    while min(counts) == 0:
                        publisher.publish(String(data='ring'))
                        await asyncio.sleep(0.05)
                        counts = [listener.texts.count('ring') for listener in listeners]
                    publisher.publish(String(data='last'))
                    for listener in listeners:
                        await listener.gets('last')
                    # Both ways round end where they began; a message that circled would come without an end.
                    assert near.count_publishers(topic) == 1
                    assert listeners[0].texts.count('last') == 1
                    assert all(listener.texts.count('last') <= 2 for listener in listeners)

    run(main())


@needs_zenoh
def test_topics_and_services_cross_between_the_engines(run, topic):
    async def main():
        with (
            ros2.Node('on_dds', engine='dds') as on_dds,
            ros2.Node('on_zenoh', engine='zenoh') as on_zenoh,
            Bridge(Network('dds'), Network('zenoh')),
        ):
            async with aio.Scope() as scope:
                for near_node, far_node in ((on_dds, on_zenoh), (on_zenoh, on_dds)):
                    name = f'{topic}{near_node.name}'
                    ros2.Pub(String, name, LATCHED, near_node).publish(String(data='latched'))
                    await Listener(far_node, name, LATCHED).gets('latched')
                    server = ros2.Server(Trigger, f'{name}/s', session=near_node)
                    scope.task_group.create_task(serve_trigger(server, near_node.name))
                    client = ros2.Client(Trigger, f'{name}/s', session=far_node)
                    await client.wait_for_service(timeout=60)
                    assert (await client.call(Trigger.Request(), timeout=10)).message == near_node.name
                scope.cancel()

    run(main())


def test_what_cannot_be_a_bridge_is_refused():
    with pytest.raises(ValueError, match=f'both sides are dds domain {NEAR}; expected two engines or two domains'):
        Bridge(NETWORKS[0], NETWORKS[0])
    with pytest.raises(ValueError, match='engine is .fastdds.; expected dds'):
        Bridge(Network('fastdds'), NETWORKS[1])
    with pytest.raises(ValueError, match=r"'\(' is no regular expression"):
        Bridge(*NETWORKS, topics=['('])
    with pytest.raises(ValueError, match='the rate of /a is 0 Hz; expected more than 0'):
        Bridge(*NETWORKS, rates={'/a': 0})
    with pytest.raises(ValueError, match="'a:=/b' renames nothing"):
        Bridge(*NETWORKS, rename={'a': '/b'})


def test_close_is_idempotent_and_ends_the_endpoints(run, near, far, topic):
    async def main():
        async with aio.Scope():
            ros2.Pub(String, topic, 1000, near)
            bridge = Bridge(*NETWORKS)
            await eventually_in_loop(lambda: far.count_publishers(topic) == 1)
            bridge.close()
            bridge.close()
            await eventually_in_loop(lambda: far.count_publishers(topic) == 0)

    run(main())


def test_selections():
    everything = Selection(None, None, None, ['/camera/.*'])
    assert everything.has_topic('/scan') and everything.has_topic('/dock/_action/feedback')
    for name in ('/rosout', '/parameter_events', '/_hidden', '/camera/image', '/dock/_service_event'):
        assert not everything.has_topic(name)
    assert everything.has_service('/light', 'std_srvs/srv/SetBool')
    assert everything.has_service('/dock/_action/send_goal', 'a/action/Dock_SendGoal')
    assert not everything.has_service('/robot/get_parameters', 'rcl_interfaces/srv/GetParameters')
    only = Selection(['/scan', '/rosout'], None, ['/dock'], [])
    assert only.has_topic('/scan') and only.has_topic('/rosout') and not only.has_topic('/scan2')
    assert only.has_topic('/dock/_action/status') and only.has_service('/dock/_action/get_result', 'x/action/y')
    assert not only.has_service('/light', 'std_srvs/srv/SetBool')


def test_renamings():
    renaming = Renaming({'/': '/robot7/', '/map': '/map', '/arm/': '/left_arm/', '/dock': '/berth'})
    assert renaming('/scan') == '/robot7/scan'
    assert renaming('/map') == '/map'
    assert renaming('/arm/joint') == '/left_arm/joint'
    assert renaming('/dock/_action/send_goal') == '/berth/_action/send_goal'
    assert renaming.inverse()('/left_arm/joint') == '/arm/joint'
    assert renaming.inverse()('/robot7/scan') == '/scan'
    with pytest.raises(ValueError, match='both /a and /b become /x; expected one, or a bridge in one direction'):
        Bridge(*NETWORKS, rename={'/a': '/x', '/b': '/x'})
    merging = Renaming({'/a': '/b'})
    names = Names(Selection(None, None, None, []), Rates({}), merging, merging.inverse())
    assert names.has_topic('/a') and names.reverse().has_topic('/b')
    assert not names.has_topic('/b') and not names.reverse().has_topic('/a')
    assert Rates({'/a.*': 10, '/ab': 5}).period('/ab') == 200_000_000
    assert Rates({}).period('/ab') == 0
    assert Rates({'/a': 1e-10, '/b': 5e-324}).period('/a') == Rates({'/b': 5e-324}).period('/b') == 10**18


def test_paths_in_names_of_nodes():
    path = ('00000001', 'abcdef01')
    assert path_of(node_name(path)) == path
    assert path_of('_rxros2_cli_12') == path_of('_rxros2_bridge') == path_of('talker') == ()


def test_qos_of_counterparts():
    latched = (int(HistoryPolicy.UNKNOWN), 0, 1, 1, 0, 0, 1, 0)
    assert of_counterpart(latched, 0)[:4] == (1, 1, 1, 1)
    volatile = (int(HistoryPolicy.UNKNOWN), 0, 2, 2, 5, 7, 3, 9)
    assert of_counterpart(volatile, 0) == (1, 100, 2, 2, 5, 7, 3, 9)
    assert of_counterpart(volatile, 6)[4] == 0
    assert of_subscription(kind_of(volatile))[:4] == (1, 1000, 2, 2)
    everything = (int(HistoryPolicy.KEEP_ALL), 0, 1, 2, 0, 0, 4, 0)
    assert of_counterpart(everything, 0) == (2, 0, 1, 2, 0, 0, 1, 0)
    assert of_subscription(kind_of(everything))[:2] == (2, 0)
