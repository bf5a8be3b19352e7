# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2.aio.ros2: topics and services in one process, under asyncio and uvloop."""

import asyncio
import concurrent.futures
import copy
import gc
import importlib
import itertools
import math
import os
import pickle
import queue
import resource
import select
import subprocess
import sys
import threading
import time
import weakref

import numpy
import pytest

from rxros2 import _core, aio
from rxros2.aio import ros2
from rxros2.aio.ros2.future import asyncify_future
from rxros2.interfaces.example_interfaces.action import Fibonacci
from rxros2.interfaces.rcl_interfaces.msg import Log
from rxros2.interfaces.sensor_msgs.msg import Image, PointCloud2, PointField
from rxros2.interfaces.std_msgs.msg import Header, Int64, String
from rxros2.interfaces.std_srvs.srv import SetBool, Trigger
from rxros2.messages.codec import codec_of, encode
from rxros2.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy


@pytest.fixture(scope='module')
def node():
    with ros2.Node('tests') as node:
        yield node


@pytest.fixture
def session(node):
    """The session of the test; its topics have unique names."""
    with ros2.auto_context(node) as session:
        yield session


@pytest.fixture
def topic(request):
    return '/' + ''.join(c if c.isalnum() else '_' for c in request.node.name).strip('_')


def test_waits_and_listeners(run, session, topic):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(Int64, topic), ros2.Pub(Int64, topic)
            await pub.wait_for_matched(60)
            assert pub.matched() == sub.matched() == 1
            following, new = sub.wait_for_next(timeout=60), sub.wait_for_new(timeout=60)
            every = sub.listen_reliable()
            for i in range(3):
                pub.publish(Int64(data=i))
            assert (await following).data == 0
            assert [(await anext(every)).data for _ in range(3)] == [0, 1, 2]
            assert (await new).data == (await sub.wait_for_value()).data == 2
            assert sub.middleware_statistics() == ros2.MiddlewareStatistics(
                received=3, delivered=3, dropped=0, malformed=0, waiting=0
            )

    run(main())


def test_nothing_is_lost_and_all_in_order(run, session, topic):
    async def main():
        async with aio.Scope():
            sub = ros2.Sub(Int64, topic, 2000)
            pub = ros2.Pub(Int64, topic, 2000)
            every = sub.listen_reliable(queue_size=2000)
            thread = threading.Thread(target=lambda: [pub.publish(Int64(data=i)) for i in range(2000)])
            thread.start()
            assert [(await anext(every)).data for _ in range(2000)] == list(range(2000))
            thread.join()

    run(main())


def test_a_busy_loop_keeps_the_last_messages_up_to_the_depth(run, session, topic):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(Int64, topic, 10), ros2.Pub(Int64, topic, 10)
            every = sub.listen_reliable()
            for i in range(1000):  # the loop is busy: it is here
                pub.publish(Int64(data=i))
            assert sub.middleware_statistics().waiting == 10
            assert [(await anext(every)).data for _ in range(10)] == list(range(990, 1000))
            assert sub.middleware_statistics() == ros2.MiddlewareStatistics(
                received=1000, delivered=10, dropped=990, malformed=0, waiting=0
            )

    run(main())


def test_memory_stays_flat_while_the_loop_is_busy(run, session, topic):
    """Sends 100 MB to a loop that is busy."""

    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(Image, topic, 5), ros2.Pub(Image, topic, 5)
            latest = sub.listen()
            message = Image(data=numpy.zeros(1_000_000, numpy.uint8))
            pub.publish(message)
            await anext(latest)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            for _ in range(100):
                pub.publish(message)
            assert (await anext(latest)).data.size == 1_000_000
            assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000

    run(main())


def test_large_messages_without_a_subscription_are_only_checked(run, session, topic):
    """Later subscriptions get all following messages, and transient_local ones also the kept ones."""

    async def main():
        latching = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        async with aio.Scope():
            pub, kept = ros2.Pub(PointCloud2, topic, 10), ros2.Pub(PointCloud2, topic + '_kept', latching)
            message = PointCloud2(data=numpy.arange(1_000_000).astype(numpy.uint8))
            encode(PointCloud2())
            for _ in range(3):
                pub.publish(message)  # the first is sent: the one before was small
                kept.publish(message)
            invalid = PointCloud2(data=message.data, fields=[PointField()])
            invalid.fields[0] = 3
            with pytest.raises(TypeError, match='expected a message sensor_msgs/msg/PointField, found int'):
                pub.publish(invalid)
            every = ros2.Sub(PointCloud2, topic, 10, info=True).listen_reliable()
            for _ in range(2):
                pub.publish(message)
            numbers = []
            for _ in range(2):
                got, info = await anext(every)
                assert got == message
                numbers.append(info.publication_sequence_number)
            assert numbers == [2, 3]
            assert await ros2.Sub(PointCloud2, topic + '_kept', latching).wait_for_value() == message

    run(main())


def test_other_work_of_the_loop_goes_on_under_load(run, session, topic):
    async def main():
        async with aio.Scope() as scope:
            sub, pub = ros2.Sub(Int64, topic, 100), ros2.Pub(Int64, topic, 100)
            latest, stop, turns = sub.listen(), threading.Event(), 0

            def flood():
                for number in itertools.count():
                    pub.publish(Int64(data=number))
                    if stop.is_set():
                        return

            async def work():
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            scope.task_group.create_task(work())
            thread = threading.Thread(target=flood)
            thread.start()
            seen = []
            try:
                for _ in range(50):
                    before = turns
                    while turns == before:  # it gets its turn between any two messages
                        await asyncio.sleep(0)
                    seen.append((await anext(latest)).data)
            finally:
                stop.set()
                thread.join()
            assert seen == sorted(set(seen))  # each is later than the one before
            scope.cancel()

    run(main())


def test_large_arrays_are_views_that_outlive_sub_and_node(run, topic):
    async def main():
        with ros2.auto_context('short_lived'):
            async with aio.Scope():
                sub, pub = ros2.Sub(Image, topic), ros2.Pub(Image, topic)
                received = sub.wait_for_next(timeout=60)
                pub.publish(Image(header=Header(frame_id='camera'), data=numpy.arange(100_000) % 251))
                return await received

    message = run(main())
    gc.collect()
    assert message.header.frame_id == 'camera' and not message.data.flags.writeable
    assert not message.data.flags.owndata and numpy.array_equal(message.data, numpy.arange(100_000) % 251)


def test_a_large_array_is_copied_once_for_all_subs_of_the_process(run, session, topic):
    async def main():
        async with aio.Scope():
            pub, subs = ros2.Pub(Image, topic), [ros2.Sub(Image, topic) for _ in range(2)]
            received = [sub.wait_for_next(timeout=60) for sub in subs]
            pub.publish(Image(data=numpy.arange(100_000) % 251))
            return [await future for future in received]

    one, other = run(main())
    assert one is not other and numpy.shares_memory(one.data, other.data)


def test_published_bytes_equal_encode_at_any_size(run, session, topic):
    messages = [Image(data=numpy.arange(size) % 251) for size in (10, 100_000, 20, 300_000, 299_999, 0)]

    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(Image, topic, 10, raw=True), ros2.Pub(Image, topic, 10)
            listener = sub.listen_reliable()
            for message in messages:
                pub.publish(message)
            return [bytes(await anext(listener)) for _ in messages]

    assert run(main()) == [encode(message) for message in messages]


def test_a_busy_waiting_loop_receives_everything(run, session, topic):
    async def main():
        with pytest.raises(ValueError, match='seconds'):
            ros2.busy_wait(-1)
        ros2.busy_wait(0.001)
        async with aio.Scope() as scope:
            ticks = aio.Rate(1000).listen()
            hello, world = ros2.Sub(Int64, topic, 10), ros2.Sub(Int64, topic + '_back', 10)
            to_hello, to_world = ros2.Pub(Int64, topic, 10), ros2.Pub(Int64, topic + '_back', 10)

            async def answer(sub, pub):
                async for message in sub.listen_reliable():
                    pub.publish(Int64(data=message.data + 1))

            scope.task_group.create_task(answer(hello, to_world))
            scope.task_group.create_task(answer(world, to_hello))
            await asyncio.sleep(0)
            to_hello.publish(Int64(data=0))
            for _ in range(50):  # timers run beside a loop that always has messages
                await anext(ticks)
            count = (await hello.wait_for_next(timeout=60)).data
            ros2.busy_wait(0)
            assert (await hello.wait_for_next(timeout=60)).data > count > 0
            scope.cancel()

    run(main())


def test_a_busy_waiting_loop_runs_other_tasks(run, session, topic):
    async def main():
        ros2.busy_wait(3600)
        async with aio.Scope():
            sub, pub = ros2.Sub(Int64, topic), ros2.Pub(Int64, topic)
            received = sub.wait_for_next(timeout=60)
            pub.publish(Int64(data=7))
            assert (await received).data == 7
            for _ in range(1000):
                await asyncio.sleep(0)
            await asyncio.sleep(0.01)  # a timer
            assert await asyncio.to_thread(lambda: 8) == 8  # another thread, and its call of this one

    run(asyncio.wait_for(main(), 60))


def test_a_busy_waiting_notifier_needs_no_signal():
    notifier = _core.Notifier()
    notifier.ready(7)
    assert notifier.wait(0) and notifier.take() == [7]
    notifier.rest(3600_000_000_000)
    assert select.select([notifier], [], [], 0)[0]  # the loop looks again
    assert notifier.take() == []
    notifier.ready(8)
    assert notifier.take() == [8]
    notifier.rest(0)
    assert not select.select([notifier], [], [], 0)[0] and not notifier.wait(0)


def test_a_malformed_sample_is_dropped_and_counted(run, session, topic):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(String, topic), ros2.Pub(String, topic)
            received = sub.wait_for_next(timeout=60)
            for _ in range(3):
                pub.pub.publish_bytes(b'\0\1\0\0\xff\0\0\0abc\0')
            pub.publish(String(data='good'))
            assert (await received).data == 'good'
            assert sub.middleware_statistics().malformed == 3

    run(main())


def test_closing_wakes_waiting_tasks(run, session, topic):
    async def main():
        sub = ros2.Sub(Int64, topic, scope=None)
        wait = asyncio.ensure_future(sub.wait_for_next())
        loop = asyncio.ensure_future(anext(sub.listen(), None))
        await asyncio.sleep(0)
        threading.Thread(target=sub.close).start()
        assert await loop is None
        with pytest.raises(aio.SubClosed):
            await wait
        sub.close()
        with pytest.raises(aio.SubClosed):
            await sub.wait_for_next()
        with pytest.raises(RuntimeError, match='the subscription is closed'):
            sub.matched()

    run(main())


def test_a_scope_closes_its_entities(run, session, topic):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(Int64, topic), ros2.Pub(Int64, topic)
            server, client = ros2.Server(SetBool, topic + '/service'), ros2.Client(SetBool, topic + '/service')
        assert sub.closed and server.closed
        for use in (lambda: pub.publish(Int64()), pub.matched, client.cli.is_ready):
            with pytest.raises(RuntimeError, match='is closed'):
                use()

    run(main())


def test_a_node_closes_its_entities(run, node, topic):
    """The node leaves the graph even if the program still holds one of its entities."""

    async def main():
        with ros2.auto_context('short_lived'):
            sub, pub, timer = ros2.Sub(Int64, topic), ros2.Pub(Int64, topic), ros2.Timer(60)
            server, client = ros2.Server(SetBool, topic + '/service'), ros2.Client(SetBool, topic + '/service')
            actions = ros2.ActionServer(Fibonacci, topic + '/action'), ros2.ActionClient(Fibonacci, topic + '/action')
            item, reply = asyncio.ensure_future(sub.wait_for_next()), client.call(SetBool.Request())
            while '/short_lived' not in node.nodes():
                await asyncio.sleep(0.01)
        assert sub.closed and server.closed and timer.closed and actions[0].closed
        with pytest.raises(aio.SubClosed):
            await item
        with pytest.raises(asyncio.CancelledError):
            await reply
        with pytest.raises(RuntimeError, match='is closed'):
            pub.publish(Int64())
        while '/short_lived' in node.nodes():
            await asyncio.sleep(0.01)

    run(main())


def test_wait_for_matched(run, session, topic):
    async def main():
        async with aio.Scope():
            pub = ros2.Pub(Int64, topic)
            with pytest.raises(TimeoutError, match=rf'no subscription of {topic} within 0.01 s'):
                await pub.wait_for_matched(0.01)
            waits = [asyncio.ensure_future(pub.wait_for_matched(60)) for _ in range(2)]
            await asyncio.sleep(0)
            waits.pop().cancel()
            await asyncio.sleep(0)
            ros2.Sub(Int64, topic)
            await waits[0]

    run(main())


def test_a_sub_waits_for_its_publisher(run, session, topic):
    async def main():
        async with aio.Scope():
            sub = ros2.Sub(Int64, topic)
            with pytest.raises(TimeoutError, match=rf'no publisher of {topic} within 0.01 s'):
                await sub.wait_for_matched(0.01)
            for _ in range(3):
                waits = [asyncio.ensure_future(sub.wait_for_matched(60)) for _ in range(2)]
                await asyncio.sleep(0)
                with ros2.Pub(Int64, topic, scope=None):
                    await asyncio.gather(*waits)
                    await sub.wait_for_matched(0)
                assert sub.matched() == 0
            for endpoint in (sub, ros2.Pub(Int64, topic + '/other')):
                waiting = asyncio.ensure_future(endpoint.wait_for_matched())
                await asyncio.sleep(0)
                threading.Thread(target=endpoint.close).start()
                with pytest.raises(aio.SubClosed, match=rf'{topic}.* is closed'):
                    await waiting

    run(main())


def test_late_subs_get_what_a_transient_local_pub_keeps(run, session, topic):
    async def main():
        async with aio.Scope():
            qos = QoSProfile(depth=3, durability=DurabilityPolicy.TRANSIENT_LOCAL)
            pub = ros2.Pub(Int64, topic, qos)
            for i in range(5):
                pub.publish(Int64(data=i))
            every = ros2.Sub(Int64, topic, qos).listen_reliable()
            assert [(await anext(every)).data for _ in range(3)] == [2, 3, 4]

    run(main())


def test_a_sub_made_before_its_loop(run, session, topic):
    sub, pub = ros2.Sub(Int64, topic), ros2.Pub(Int64, topic)
    pub.publish(Int64(data=7))

    async def main():
        assert (await sub.wait_for_value(timeout=60)).data == 7
        sub.close()
        pub.close()

    run(main())


async def warning_of(logs, topic):
    async def find():
        async for log in logs:
            if f"New publisher discovered on topic '{topic}'" in log.msg:
                return log.level, log.msg.replace(' (this process)', '')

    return await asyncio.wait_for(find(), 60)


def test_a_publisher_of_incompatible_qos_is_a_warning_that_names_both_sides(run, session, topic):
    async def main():
        async with aio.Scope():
            rosout = ros2.Sub(Log, '/rosout', 100)
            await rosout.wait_for_matched(5)
            logs = rosout.listen_reliable()
            sub = ros2.Sub(Int64, topic, QoSProfile(reliability=ReliabilityPolicy.RELIABLE))
            with ros2.Node('careless') as other:
                ros2.Pub(Int64, topic, QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT), other)
                level, reliability = await warning_of(logs, topic)
                assert level == 30
                assert (
                    'the publisher of node /careless offers reliability best_effort, the subscription of node '
                    f'{session.node.name} requires reliability reliable; ' in reliability
                )
                unreliable = ReliabilityPolicy.BEST_EFFORT
                durable = QoSProfile(reliability=unreliable, durability=DurabilityPolicy.TRANSIENT_LOCAL)
                latched = ros2.Sub(Int64, topic, durable)
                assert '/careless offers durability volatile, ' in (await warning_of(logs, topic))[1]
                hasty = ros2.Sub(Int64, topic, QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT, deadline=0.5))
                assert (
                    f'/careless offers no deadline, the subscription of node {session.node.name} requires a deadline '
                    'of at most 0.5 s; ' in (await warning_of(logs, topic))[1]
                )
                assert sub.matched() == latched.matched() == hasty.matched() == 0

    run(main())


def test_wait_for_matched_names_the_peers_that_do_not_fit(run, session, topic):
    async def main():
        async with aio.Scope():
            careless = QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT)
            with ros2.Node('careless') as other:
                pub = ros2.Pub(Int64, topic, careless, other)
                ros2.Pub(String, topic, 10, other)
                sub = ros2.Sub(Int64, topic, 10)
                with pytest.raises(TimeoutError) as raised:
                    await sub.wait_for_matched(0.01)
                text = str(raised.value)
                assert text.startswith(f'no compatible publisher of {topic} within 0.01 s: ')
                assert 'the publisher of /careless offers reliability best_effort, asked for reliable' in text
                assert 'the publisher of /careless has type std_msgs/msg/String, not std_msgs/msg/Int64' in text
                with pytest.raises(TimeoutError) as raised:
                    await pub.wait_for_matched(0.01)
                assert str(raised.value) == (
                    f'no compatible subscription of {topic} within 0.01 s: the subscription of {session.node.name} is '
                    'offered reliability best_effort, asked for reliable'
                )

    run(main())


def test_qos_events(run, session, topic):
    async def next_of(listener, kind):
        async for event in listener:
            if event.what == kind:
                return event

    async def main():
        async with aio.Scope():
            events, of_pub = ros2.QoSEvents(), ros2.QoSEvents()
            sub_events, pub_events = events.listen_reliable(), of_pub.listen_reliable()
            called = []
            events.asap_callback.append(called.append)
            sub = ros2.Sub(Int64, topic, QoSProfile(deadline=0.05), events=events)
            with ros2.Node('publishing') as other:
                with ros2.Pub(Int64, topic, QoSProfile(deadline=0.02), other, events=of_pub) as pub:
                    await sub.wait_for_matched(5)
                    await pub.wait_for_matched(5)
                    matched = ros2.QoSEvent(ros2.QoSEventKind.MATCHED, total=1, change=1, current=1, current_change=1)
                    assert await next_of(sub_events, 'matched') == await next_of(pub_events, 'matched') == matched
                    first = sub.wait_for_next(timeout=60)
                    pub.publish(Int64(data=1))
                    assert (await first).data == 1
                    assert (await next_of(sub_events, 'deadline_missed')).total >= 1
                    assert (await next_of(pub_events, 'deadline_missed')).total >= 1
                event = await next_of(sub_events, 'matched')
                assert (event.current, event.current_change) == (0, -1)
                ros2.Pub(Int64, topic, QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT, deadline=0.02), other)
                assert (await next_of(sub_events, 'incompatible_qos')).policy == 16
            assert {'matched', 'deadline_missed', 'incompatible_qos'} <= {event.what for event in called}

    run(main())


def test_info_and_wrong_arguments(run, session, topic):
    async def main():
        async with aio.Scope():
            info = ros2.TopicInfo(topic, Int64, 5)
            sub, pub = ros2.Sub.from_info(info), ros2.Pub(**info.as_kwarg())
            received = sub.wait_for_next(timeout=60)
            pub.publish(Int64(data=1))
            assert (await received).data == 1
            with pytest.raises(TypeError, match='expected a message std_msgs/msg/Int64, found String'):
                pub.publish(String())
            with pytest.raises(ValueError, match='Invalid topic name'):
                ros2.Sub(Int64, 'not a name')
            with pytest.raises(TypeError, match=r'expected a class of rxros2.interfaces'):
                ros2.Sub(int, topic)
            with pytest.raises(TypeError, match='expected a QoSProfile or a depth, found None'):
                ros2.Sub(Int64, topic, None)

    run(main())
    with pytest.raises(ValueError, match='depth of a QoS profile is 0'):
        QoSProfile(depth=0)
    with pytest.raises(ValueError, match='deadline of a QoS profile is -1'):
        QoSProfile(deadline=-1)


def test_services(run, session, topic):
    async def main():
        async with aio.Scope() as scope:
            server, client = ros2.Server(SetBool, topic), ros2.Client(SetBool, topic)
            await client.wait_for_service(timeout=60)
            waiting, requests = [], server.listen_reliable()

            async def serve():
                async for responder in requests:
                    waiting.append(responder)
                    if len(waiting) == 2:  # in the other order, and by another thread
                        for responder in reversed(waiting):
                            responder.response.success = responder.request.data
                            threading.Thread(target=responder.send).start()

            scope.task_group.create_task(serve())
            first, second = client.call(SetBool.Request(data=True)), client.call(SetBool.Request(data=False))
            assert (await first).success is True and (await second).success is False
            with pytest.raises(TypeError, match='expected a message std_srvs/srv/SetBool_Request'):
                client.call(Trigger.Request())
            with pytest.raises(TypeError, match='expected a message std_srvs/srv/SetBool_Response'):
                waiting[0].send(SetBool.Request())
            scope.cancel()

    run(main())


def test_services_count_as_topics_do(run, session, topic):
    async def main():
        async with aio.Scope():
            server, client = ros2.Server(SetBool, topic, QoSProfile(depth=2)), ros2.Client(SetBool, topic)
            await client.wait_for_service(timeout=60)
            calls = [client.call(SetBool.Request(data=True)) for _ in range(3)]
            assert server.middleware_statistics() == ros2.MiddlewareStatistics(
                received=3, delivered=0, dropped=1, malformed=0, waiting=2
            )
            requests = server.listen_reliable()
            for _ in range(2):
                (await anext(requests)).send()
            assert server.middleware_statistics() == ros2.MiddlewareStatistics(
                received=3, delivered=2, dropped=1, malformed=0, waiting=0
            )
            assert client.middleware_statistics() == ros2.MiddlewareStatistics(
                received=2, delivered=0, dropped=0, malformed=0, waiting=2
            )
            await asyncio.gather(*calls[1:])
            assert client.middleware_statistics() == ros2.MiddlewareStatistics(
                received=2, delivered=2, dropped=0, malformed=0, waiting=0
            )
            calls[0].cancel()

    run(main())


def test_calls_that_get_no_reply(run, session, topic):
    async def main():
        async with aio.Scope():
            client = ros2.Client(Trigger, topic)
            with pytest.raises(TimeoutError, match=f'no server of {topic} within 0.01 s'):
                await client.wait_for_service(timeout=0.01)
            server = ros2.Server(Trigger, topic)
            await client.wait_for_service(timeout=60)
            with pytest.raises(TimeoutError, match=f'no response of {topic} within 0.01 s'):
                await client.call(Trigger.Request(), timeout=0.01)
            cancelled = client.call(Trigger.Request())
            cancelled.cancel()
            requests = server.listen_reliable()
            last = client.call(Trigger.Request())

            async def serve():  # earlier requests are answered too; these answers are ignored
                async for responder in requests:
                    responder.send(Trigger.Response(message='late'))

            serving = asyncio.ensure_future(serve())
            assert (await last).message == 'late'
            serving.cancel()
            last = client.call(Trigger.Request())
            client.close()
            with pytest.raises(asyncio.CancelledError):
                await last
            assert not client._pending

    run(main())


def test_two_loops_in_two_threads(session, topic):
    received = {}

    def listen(name):
        async def main():
            sub = ros2.Sub(Int64, topic, 1000, session, scope=None)
            ready.wait()
            received[name] = [(await sub.wait_for_next(timeout=60)).data for _ in range(1)]
            sub.close()

        asyncio.run(main())

    ready = threading.Barrier(3)
    threads = [threading.Thread(target=listen, args=(name,)) for name in 'ab']
    for thread in threads:
        thread.start()
    ready.wait()
    pub = ros2.Pub(Int64, topic, 1000, session)
    deadline = time.monotonic() + 60
    while any(thread.is_alive() for thread in threads) and time.monotonic() < deadline:
        pub.publish(Int64(data=5))
        time.sleep(0.001)
    pub.close()
    for thread in threads:
        thread.join()
    assert received == {'a': [5], 'b': [5]}


def test_sessions(run, topic):
    async def main():
        with pytest.raises(LookupError, match='expected to be inside `with ros2.auto_context'):
            ros2.current_session()
        with ros2.auto_context('by_name') as outer:
            assert ros2.current_session() is ros2.auto_session() is outer
            assert outer.node.name == '/by_name'
            with ros2.Node('shared', namespace='/robot', share=outer.node) as node, ros2.auto_context(node) as inner:
                assert ros2.current_session() is inner and node.name == '/robot/shared'
                sub, pub = ros2.Sub(Int64, 'relative', scope=None), ros2.Pub(Int64, '/robot/relative', session=outer)
                await pub.wait_for_matched(60)
                assert set(outer.node.nodes()) >= {'/by_name', '/robot/shared'}
                assert outer.node.topics()['/robot/relative'] == ['std_msgs/msg/Int64']
                assert outer.node.count_publishers('/robot/relative') == outer.node.count_subscribers('/robot/relative')
                assert '/by_name/get_parameters' in outer.node.services()
                pub.close()
                sub.close()
            with inner.lock() as locked:
                assert locked is node
        with pytest.raises(RuntimeError, match='the node is closed'):
            outer.node.topics()
        with pytest.raises(ValueError):
            ros2.Node('not a name')
        with pytest.raises(TypeError, match='expected no executor'):
            ros2.ThreadedSession(executor=3)
        with pytest.warns(UserWarning, match='lives until the program ends'):
            ros2.auto_session().close()

    run(main())


def test_nothing_is_kept_alive(run, session, topic):
    async def main():
        kept = []
        for _ in range(3):
            sub, pub = ros2.Sub(Int64, topic, scope=None), ros2.Pub(Int64, topic, scope=None)
            server, client = ros2.Server(Trigger, topic, scope=None), ros2.Client(Trigger, topic, scope=None)
            received = sub.wait_for_next(timeout=60)
            pub.publish(Int64())
            await received
            kept += [weakref.ref(entity) for entity in (sub, pub, server, client)]
            for entity in (sub, pub, server, client):
                entity.close()
            del sub, pub, server, client, received, entity
        gc.collect()
        assert not [entity() for entity in kept if entity() is not None]

    run(main())


def test_creation_and_destruction_against_traffic(run, session, topic):
    """Each sub gets the messages that are published after it was made, and none before."""

    async def main():
        stop = threading.Event()
        pub = ros2.Pub(Int64, topic, scope=None)
        published = [0, 0]  # by each thread

        def flood(index):
            while not stop.is_set():
                pub.publish(Int64(data=2 * (published[index] + 1) + index))
                published[index] += 1

        threads = [threading.Thread(target=flood, args=[index]) for index in range(2)]
        for thread in threads:
            thread.start()
        count = 0
        try:
            for i in range(100):
                before = list(published)
                sub = ros2.Sub(Int64, topic, scope=None)
                if i % 2:
                    number, index = divmod((await sub.wait_for_next(timeout=60)).data, 2)
                    assert number > before[index]
                    count += 1
                if i % 3:
                    sub.close()
                else:
                    del sub  # dropped with its queue full
        finally:
            stop.set()
            for thread in threads:
                thread.join()
            pub.close()
        assert count == 50

    run(main())


def test_an_error_of_one_sub_does_not_stop_the_others(session, topic):
    async def main():
        errors = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context['exception']))
        async with aio.Scope():
            bad, good = ros2.Sub(Int64, topic), ros2.Sub(Int64, topic)
            bad.input_data = lambda message: 1 / 0
            received, pub = good.wait_for_next(timeout=60), ros2.Pub(Int64, topic)
            pub.publish(Int64(data=3))
            assert (await received).data == 3
        assert [type(error) for error in errors] == [ZeroDivisionError]

    asyncio.run(main())


def run_python(program, **options):
    return subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=60, **options)


def test_a_program_may_end_without_closing_anything():
    program = (
        'import asyncio, warnings; warnings.simplefilter("ignore")\n'
        'from rxros2.aio import ros2\n'
        'from rxros2.interfaces.std_msgs.msg import String\n'
        'async def main():\n'
        '    global sub, pub, wait\n'
        '    sub, pub = ros2.Sub(String, "/x"), ros2.Pub(String, "/x")\n'
        '    wait = sub.wait_for_next(); pub.publish(String(data="x")); await wait; print("done")\n'
        'asyncio.run(main())'
    )
    result = run_python(program)
    assert (result.returncode, result.stdout, result.stderr) == (0, 'done\n', '')


def test_another_process(run, session, topic):
    """A process echoes messages over DDS, also large ones."""
    program = (
        'import asyncio, sys\n'
        'from rxros2.aio import ros2\n'
        'from rxros2.interfaces.sensor_msgs.msg import Image\n'
        'async def main():\n'
        '    with ros2.auto_context("echo"):\n'
        f'        pub = ros2.Pub(Image, "{topic}/back", 10)\n'
        '        await pub.wait_for_matched(60)\n'  # each direction is discovered by itself: now answers will arrive
        f'        sub = ros2.Sub(Image, "{topic}/there", 10)\n'
        '        async for message in sub.listen_reliable():\n'
        '            pub.publish(message)\n'
        '            if message.width == 0: break\n'
        '        await asyncio.to_thread(sys.stdin.read)\n'  # the last answer is there
        '        sub.close(); pub.close()\n'
        'asyncio.run(main())'
    )

    async def main():
        async with aio.Scope():
            qos = QoSProfile(depth=10, reliability=ReliabilityPolicy.RELIABLE)
            sub, pub = ros2.Sub(Image, topic + '/back', qos), ros2.Pub(Image, topic + '/there', qos)
            process = subprocess.Popen(
                [sys.executable, '-c', program], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            try:
                await pub.wait_for_matched(60)
                every = sub.listen_reliable()
                for width in (10, 1_000_000, 100, 0):
                    message = Image(width=width, data=numpy.arange(width) % 256)
                    pub.publish(message)
                    assert await asyncio.wait_for(anext(every), 60) == message
                _, errors = process.communicate(timeout=60)  # ends its input
                assert process.returncode == 0, errors
            finally:
                process.kill()
                process.wait()

    run(main())


def test_no_file_is_left_open(run, session, topic):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(Int64, topic), ros2.Pub(Int64, topic)
            received = sub.wait_for_next(timeout=60)
            pub.publish(Int64())
            await received

    run(main())
    gc.collect()
    before = len(os.listdir('/proc/self/fd'))
    for _ in range(5):
        run(main())
    gc.collect()
    assert len(os.listdir('/proc/self/fd')) == before


def test_bytes_are_what_the_codec_makes(run, session, topic):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(String, topic), ros2.Pub(String, topic)
            received = sub.wait_for_next(timeout=60)
            pub.pub.publish_bytes(encode(String(data='x')))
            assert (await received).data == 'x'

    run(main())


NAMES = """
core.scope: AUTO_SCOPE Scope ScopeBreak scoped
core.utils: soft_timeout soft_wait_for Rate
core.sub: SubClosedException BaseSub ConverterSub
ros2.future: asyncify_future
ros2.service: ServiceType Responder Server Client
ros2.session: current_session auto_context session_context auto_session
ros2.session_types: BaseSession ThreadedSession SynchronousSession
ros2.sub: Sub
ros2.utils: QOS_DEFAULT QOS_TRANSIENT TopicInfo
textio.sub: default_preprocess Sub from_proc_stdout
zenoh.session: current_session auto_context session_context auto_session
zenoh.sub: Sub
"""


@pytest.mark.parametrize('line', NAMES.split('\n')[1:-1])
def test_modules_have_the_names_of_asyncio_for_robotics(line):
    """The modules and names are those of version 1.5."""
    module, _, names = line.partition(': ')
    if module.startswith('zenoh'):
        pytest.importorskip('zenoh')
    imported = importlib.import_module(f'rxros2.aio.{module}')
    front = importlib.import_module(f'rxros2.aio.{module.partition(".")[0]}')
    for name in names.split():
        member = getattr(imported, name)
        assert getattr(front, name, member) is member


def test_a_publisher_has_the_full_topic_name(run):
    async def main():
        with ros2.Node('bob', namespace='/ns', args=['--ros-args', '-r', 'in:=out']) as node:
            pub, sub = ros2.Pub(String, 'in', 10, node), ros2.Sub(String, 'in', 10, node)
            assert pub.topic_name == sub.topic_name == '/ns/out'
            assert pub.get_subscription_count() == 1

    run(main())


def test_the_node_of_a_lock_subscribes(run, topic):
    """Programs for asyncio_for_robotics use these functions of rclpy's nodes."""

    async def main():
        with ros2.auto_context('locked') as session, session.lock() as node:
            received = []
            pub = node.create_publisher(String, topic, 10)
            sub = node.create_subscription(String, topic, lambda message: received.append(message.data), 10)
            await pub.wait_for_matched(60)
            for text in 'ab':
                pub.publish(String(data=text))
            while len(received) < 2:
                await sub.wait_for_value(timeout=60)
                await asyncio.sleep(0)
            assert received == ['a', 'b']
            assert node.destroy_subscription(sub) and sub.closed
            assert pub.get_subscription_count() == 0

    run(main())


def test_a_subscription_with_a_callback_needs_no_loop(topic, capfd):
    received = queue.Queue()

    def callback(message):
        received.put((message.data, threading.current_thread()))
        raise ValueError('of the callback')

    with ros2.Node('no_loop') as node:
        pub = node.create_publisher(String, topic, 10)
        sub = node.create_subscription(String, topic, callback, 10)
        pub.publish(String(data='x'))
        text, thread = received.get(timeout=60)
        assert text == 'x' and thread is not threading.main_thread()
        while not sub.closed:  # the exception is about to end it
            os.sched_yield()
    assert 'of the callback' in capfd.readouterr().err


def test_futures_of_rclpy_are_awaited(run):
    class Future(concurrent.futures.Future):
        """A future with rclpy's interface, whose cancel() always succeeds."""

    async def main():
        ros_futures = [Future() for _ in range(4)]
        ours = [asyncify_future(ros_future) for ros_future in ros_futures]
        threading.Thread(target=ros_futures[0].set_result, args=(7,)).start()
        assert await asyncio.wait_for(ours[0], 60) == 7
        ros_futures[1].set_exception(LookupError('none'))
        with pytest.raises(LookupError, match='none'):
            await ours[1]
        ros_futures[2].cancel()
        with pytest.raises(asyncio.CancelledError):
            await ours[2]
        ours[3].cancel()
        await asyncio.wait([ours[3]])
        assert ros_futures[3].cancelled()
        done = asyncio.get_running_loop().create_future()
        assert asyncify_future(done) is done

    run(main())


def test_a_context_takes_node_options(run):
    async def main():
        options = {'namespace': '/ns', 'parameters': {'speed': 2.0}, 'args': ['--ros-args', '-r', 'a:=b']}
        with ros2.auto_context('made', **options) as session:
            assert session.node.name == '/ns/made'
            assert session.node.declare_parameter('speed', 1.0) == 2.0
            assert ros2.Pub(String, 'a').topic_name == '/ns/b'
            with pytest.raises(TypeError, match='namespace: expected the name of a node to be made with that, found'):
                ros2.Session(session.node, namespace='/other')
            with (
                pytest.raises(TypeError, match='args: expected the name of a node'),
                ros2.auto_context(session, args=[]),
            ):
                pass

    run(main())


def test_refuses_invalid_names_and_messages(session, topic):
    for make in (ros2.Sub, ros2.Pub):
        with pytest.raises(TypeError, match='^expected the name of a topic, a str, found None$'):
            make(String, None)
    for make in (ros2.Server, ros2.Client):
        with pytest.raises(TypeError, match='^expected the name of a service, a str, found 7$'):
            make(SetBool, 7)
    with pytest.raises(TypeError, match='^expected the name of a node, a str, found 7$'):
        ros2.Node(7)
    with pytest.raises(TypeError, match='^expected a message std_msgs/msg/String, found NoneType$'):
        ros2.Pub(String, topic).publish(None)
    with pytest.raises(TypeError, match='^expected a message std_msgs/msg/String, found NoneType$'):
        codec_of(String).encode(None)
    for nonsense in (0, float('nan'), float('inf')):
        with pytest.raises(ValueError, match='expected seconds, more than 0, and not infinite'):
            ros2.Timer(nonsense)


# --- samples ---


@pytest.mark.parametrize('size', [0, 100, 4096, 100_000])
def test_samples_of_any_size_behave_like_bytes(run, session, topic, size):
    async def main():
        async with aio.Scope():
            sub, pub = ros2.Sub(String, topic, raw=True), ros2.Pub(String, topic)
            await pub.wait_for_matched(60)
            waiting = sub.wait_for_next(timeout=60)
            message = String(data='x' * size + 'end')
            pub.publish(message)
            sample = await waiting
            data = bytes(sample)
            assert codec_of(String).decode(sample).data == message.data and len(data) >= size
            assert len(sample) == len(data) and list(sample) == list(data)
            assert sample[0] == data[0] and sample[-1] == data[-1]
            for part in (slice(4, 20), slice(-3, None), slice(None, None, -7), slice(5, 2), slice(-(10**30), 10**30)):
                assert sample[part] == data[part] and type(sample[part]) is bytes
            for outside in (len(data), -len(data) - 1, 10**30):
                with pytest.raises(IndexError):
                    sample[outside]
            with pytest.raises(TypeError):
                sample['x']
            assert sample == data and data == sample and sample == memoryview(data)
            assert sample != data + b'x' and sample < data + b'x' and sample > data[:-1] and sample != 'text'
            assert hash(sample) == hash(data) and {data: 1}[sample] == 1
            assert b'end' in sample and b'no' not in sample and data[4] in sample
            assert sample + b'x' == data + b'x' and b'x' + sample == b'x' + data
            assert sample.find(b'end') == data.find(b'end') and sample.hex() == data.hex()
            assert repr(sample) == repr(data)
            with pytest.raises(AttributeError):
                _ = sample.nonsense
            for twin in (pickle.loads(pickle.dumps(sample)), copy.copy(sample), copy.deepcopy(sample)):
                assert twin == data
            second = sub.wait_for_next(timeout=60)
            pub.publish_serialized(sample)
            assert await second == sample

    run(main())


# --- servers that come and go ---


def test_a_wait_for_a_server_ends_when_it_appears_or_the_client_closes(run, node, session, topic):
    async def main():
        async with aio.Scope():
            client, other = ros2.Client(SetBool, topic), ros2.Client(SetBool, topic)
            looks = 0
            ready = client.cli.is_ready

            class Counting:
                def is_ready(self):
                    nonlocal looks
                    looks += 1
                    return ready()

                close = client.cli.close

            client.cli = Counting()
            waits = [asyncio.ensure_future(client.wait_for_service(timeout=math.inf)) for _ in range(200)]
            closed = asyncio.ensure_future(other.wait_for_service())
            with pytest.raises(TimeoutError, match=f'no server of {topic} within 0 s'):
                await client.wait_for_service(timeout=-1)
            with pytest.raises(ValueError, match='timeout is nan'):
                await client.wait_for_service(timeout=math.nan)
            looks = 0
            await asyncio.sleep(0)
            other.close()
            with pytest.raises(aio.SubClosed, match=f'{topic}: the client is closed'):
                await closed
            assert not any(wait.done() for wait in waits)
            with ros2.Node('serves') as elsewhere:
                ros2.Server(SetBool, topic, session=elsewhere)
                await asyncio.gather(*waits)
            assert len(ros2.graph_waits._all) == 0

    run(main())


def test_a_client_that_is_closed_with_its_node_ends_its_waits(run, topic):
    async def main():
        with ros2.auto_context('closes'):
            waiting = asyncio.ensure_future(ros2.Client(SetBool, topic).wait_for_service())
            await asyncio.sleep(0)
        with pytest.raises(aio.SubClosed):
            await waiting

    run(main())


def test_an_invalid_request_costs_only_itself(run, session, topic):
    async def main():
        async with aio.Scope():
            server, client = ros2.Server(SetBool, topic), ros2.Client(SetBool, topic)
            server.asap_callback.append(lambda responder: responder.send(SetBool.Response(success=True)))
            works, failures = server._codecs[0], [ZeroDivisionError('bad'), TypeError('worse')]

            class Fails:
                def decode(self, sample):
                    if failures:
                        raise failures.pop()
                    return works.decode(sample)

            server._codecs = Fails(), server._codecs[1]
            await client.wait_for_service(timeout=60)
            lost = [client.call(SetBool.Request()) for _ in range(2)]
            assert (await client.call(SetBool.Request(), timeout=60)).success
            assert not any(call.done() for call in lost) and not server.closed
            assert server.middleware_statistics().malformed == 2

    run(main())


# --- logging, quality of service, the end ---


class FailingText:
    def __str__(self):
        raise ZeroDivisionError


@pytest.mark.parametrize('text', ['\ud800', 'a\udcffb', 7, None, ValueError('x'), FailingText()], ids=ascii)
def test_logging_never_raises(node, text):
    for logger in (node.logger, node.logger.get_child('child\udcff')):
        for log in (logger.debug, logger.info, logger.warning, logger.error, logger.fatal):
            log(text)


def test_logging_without_a_python_frame():
    program = """
import atexit, ctypes, threading, _thread
from rxros2.aio import ros2
node = ros2.Node('logs')
atexit.register(node.logger.info, 'at exit')
done = threading.Event()
node.logger.info('lone \\ud800 surrogate')
_thread.start_new_thread(node.logger.info, ('in a thread of C',))
_thread.start_new_thread(done.set, ())
done.wait()
"""
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and 'Error' not in done.stderr
    for text in ('at exit', 'lone \\ud800 surrogate'):
        assert text in done.stderr + done.stdout


def test_a_depth_of_0_warns_only_where_it_matters():
    program = """
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String
from rxros2.qos import HistoryPolicy, QoSProfile
with ros2.Node('keeps') as node:
    for history in (HistoryPolicy.KEEP_ALL, HistoryPolicy.SYSTEM_DEFAULT):
        ros2.Pub(String, '/keeps', QoSProfile(history=history, depth=0), node)
        ros2.Sub(String, '/keeps', QoSProfile(history=history, depth=0), node)
"""
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and 'KEEP_LAST' not in done.stderr + done.stdout


def test_durations_of_quality_of_service():
    assert QoSProfile(deadline=math.inf, lifespan=1e300)._values()[4:6] == (0, 0)
    assert QoSProfile(deadline=1e-30)._values()[4] == 1
    for nonsense in (0, -1, math.nan):
        with pytest.raises(ValueError, match='expected seconds, more than 0, or None'):
            QoSProfile(deadline=nonsense)


def test_a_node_closes_all_entities_despite_errors(topic):
    node = ros2.Node('closes_all')
    session = ros2.Session(node)
    pubs = [ros2.Pub(String, topic, session=session, scope=None) for _ in range(3)]

    class Fails:
        def close(self):
            raise ZeroDivisionError

    fails = [Fails() for _ in range(3)]
    for entity in fails:
        session._register(entity)
    with pytest.raises(ZeroDivisionError):
        node.close()
    for pub in pubs:
        with pytest.raises(RuntimeError, match='closed'):
            pub.matched()
    with pytest.raises(RuntimeError, match='closed'):
        node.now()


def test_a_parameter_that_cannot_be_declared_leaves_no_callback(session, node):
    before = len(node._callbacks)
    for name in ('bad', 'bad'):
        with pytest.raises(TypeError):
            ros2.Param(name, object())
    assert len(node._callbacks) == before


def test_an_exception_after_a_change_is_logged(node, capfd):
    with ros2.Node('another', share=node) as other:
        node.declare_parameter('first', 1)
        other.declare_parameter('second', 1)

        def set_second(values):
            other.set_parameter('second', 2)
            raise ZeroDivisionError

        callback = node.add_post_set_parameters_callback(set_second)
        node.set_parameter('first', 2)  # the value has changed despite the callback's error
        callback.remove()
        assert node.get_parameter('first') == 2 and other.get_parameter('second') == 2
        assert 'ZeroDivisionError' in capfd.readouterr().err
