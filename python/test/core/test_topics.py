# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2.aio.ros2: publishers and subs of topics in one process: waits, order, matching and closing."""

import asyncio
import os
import queue
import subprocess
import sys
import threading
import time

import numpy
import pytest

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import Image
from rxros2.interfaces.std_msgs.msg import Int64, String
from rxros2.interfaces.std_srvs.srv import SetBool
from rxros2.messages.codec import codec_of
from rxros2.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy


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


def test_a_publisher_has_the_full_topic_name(run):
    async def main():
        with ros2.Node('bob', namespace='/ns', args=['--ros-args', '-r', 'in:=out']) as node:
            pub, sub = ros2.Pub(String, 'in', 10, node), ros2.Sub(String, 'in', 10, node)
            assert pub.topic_name == sub.topic_name == '/ns/out'
            assert pub.get_subscription_count() == 1

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
