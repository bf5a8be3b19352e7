# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Topics of a loop under load: a busy loop, and one that waits busily."""

import asyncio
import itertools
import resource
import select
import threading

import numpy
import pytest

from rxros2 import _core, aio
from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import Image
from rxros2.interfaces.std_msgs.msg import Int64


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
