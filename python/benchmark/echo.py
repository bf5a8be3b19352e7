# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Two pairs echo in one process and node (asyncio_for_robotics' benchmark), beside the bare wake-up of a loop.

A hop is a message from publish() to the listener that publishes the next; a round trip is two. The bare hop: a thread
writes an eventfd, the loop's reader answers by another. Prints hops a second for asyncio and, if it is there, uvloop.
"""

import asyncio
import os
import sys
import threading
import time

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


async def echo():
    """Hops a second through publish, the middleware, the loop and a listener."""
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
            begin, before = time.monotonic(), hops
            await asyncio.sleep(SECONDS)
            rate = (hops - before) / (time.monotonic() - begin)
            scope.cancel()
    return rate


async def bare():
    """Wake-ups of the loop a second, by a thread that waits for its answer."""
    loop = asyncio.get_running_loop()
    there, back = os.eventfd(0, os.EFD_NONBLOCK), os.eventfd(0)
    count, stop = 0, False

    def woken():
        nonlocal count
        os.eventfd_read(there)
        count += 1
        os.eventfd_write(back, 1)

    def other():
        while not stop:
            os.eventfd_write(there, 1)
            os.eventfd_read(back)

    loop.add_reader(there, woken)
    thread = threading.Thread(target=other)
    begin = time.monotonic()
    thread.start()
    await asyncio.sleep(SECONDS)
    rate = count / (time.monotonic() - begin)
    stop = True
    await loop.run_in_executor(None, thread.join)
    loop.remove_reader(there)
    os.close(there)
    os.close(back)
    return rate


def main():
    loops = {'asyncio': asyncio.new_event_loop}
    try:
        import uvloop

        loops['uvloop'] = uvloop.new_event_loop
    except ModuleNotFoundError:
        pass
    for name, new_loop in loops.items():
        for what in (echo, bare):
            loop = new_loop()
            rate = loop.run_until_complete(what())
            loop.close()
            print(f'{name:8} {what.__name__:5} {rate:9.0f} hops/s, {1e6 / rate:6.1f} µs each')


if __name__ == '__main__':
    main()
