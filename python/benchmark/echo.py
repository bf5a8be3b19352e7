# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two pairs echo in one process and node (asyncio_for_robotics' benchmark), beside the bare wake-up of a loop.

A hop is a message from publish() to the listener that publishes the next; a round trip is two. `--with bare`: a thread
writes an eventfd, the loop's reader answers by another. `--with streams`: pipes of rxros2.rx instead of listeners.
"""

import asyncio
import os
import threading
import time

import common

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String


async def echo(seconds):
    """µs a hop through publish, the middleware, the loop and a listener: by the clock, and of CPU time."""
    hops = 0

    async def answer(sub, pub):
        nonlocal hops
        async for message in sub.listen_reliable():
            hops += 1
            pub.publish(String(data=f'{int(message.data) + 1:020d}'))

    with ros2.auto_context('echo'):
        async with aio.Scope() as scope:
            hello, world = ros2.Sub(String, '/hello'), ros2.Sub(String, '/world')
            to_hello, to_world = ros2.Pub(String, '/hello'), ros2.Pub(String, '/world')
            await to_hello.wait_for_matched(5)
            await to_world.wait_for_matched(5)
            scope.task_group.create_task(answer(hello, to_world))
            scope.task_group.create_task(answer(world, to_hello))
            await asyncio.sleep(0)
            to_hello.publish(String(data=f'{0:020d}'))
            await asyncio.sleep(0.2)
            begin, cpu, before = time.monotonic(), time.process_time(), hops
            await asyncio.sleep(seconds)
            spent, cpu = time.monotonic() - begin, time.process_time() - cpu
            scope.cancel()
    return spent / (hops - before) * 1e6, cpu / (hops - before) * 1e6


async def bare(seconds):
    """µs a wake-up of the loop by a thread that waits for its answer: by the clock, and of CPU time."""
    loop = asyncio.get_running_loop()
    wake_up, answer = os.eventfd(0, os.EFD_NONBLOCK), os.eventfd(0)
    count, stop = 0, False

    def woken():
        nonlocal count
        os.eventfd_read(wake_up)
        count += 1
        os.eventfd_write(answer, 1)

    def other():
        while not stop:
            os.eventfd_write(wake_up, 1)
            os.eventfd_read(answer)

    loop.add_reader(wake_up, woken)
    thread = threading.Thread(target=other)
    begin, cpu = time.monotonic(), time.process_time()
    thread.start()
    await asyncio.sleep(seconds)
    spent, cpu = time.monotonic() - begin, time.process_time() - cpu
    stop = True
    await loop.run_in_executor(None, thread.join)
    loop.remove_reader(wake_up)
    os.close(wake_up)
    os.close(answer)
    return spent / count * 1e6, cpu / count * 1e6


def streams(seconds, then):
    """µs a hop through from_topic, map and publish_to_topic, by the clock and of CPU time: calls `then` with both."""
    from rxros2 import rx

    node = rx.create_node('echo')
    hops, marks = 0, []

    def answer(message):
        nonlocal hops
        hops += 1
        return String(data=f'{int(message.data) + 1:020d}')

    def mark(_):
        marks.append((time.monotonic(), time.process_time(), hops))
        if len(marks) == 2:
            (begin, begin_cpu, before), (end, end_cpu, after) = marks
            then((end - begin) / (after - before) * 1e6, (end_cpu - begin_cpu) / (after - before) * 1e6)

    for out, into in (('/hello', '/world'), ('/world', '/hello')):
        rx.from_topic(node, String, into).pipe(rx.map(answer), rx.publish_to_topic(node, String, out))
    rx.from_timer(node, 0.3).pipe(
        rx.take(1), rx.map(lambda tick: String(data=f'{0:020d}')), rx.publish_to_topic(node, String, '/hello')
    )
    for after in (0.5, 0.5 + seconds):
        rx.from_timer(node, after).pipe(rx.take(1)).subscribe(mark)
    rx.spin(node)


def main():
    options = common.arguments(__doc__, **{'with': ('rxros2', 'bare', 'streams')})

    def report(hop, cpu):
        common.report('echo', vars(options), common.value('hop', 'us', hop), common.value('cpu_hop', 'us', cpu))
        os._exit(0)  # what a client library does at its end is not measured

    if vars(options)['with'] == 'streams':
        streams(options.seconds, report)
    report(*common.run({'rxros2': echo, 'bare': bare}[vars(options)['with']](options.seconds), options.loop))


if __name__ == '__main__':
    main()
