# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The echo of echo.py through rclpy: ours stands for it, or an installed one's. µs a hop.

`--api callbacks`: a callback publishes the next, in the `--executor` given. `--api afor`: asyncio_for_robotics on
rclpy, whose executor spins in a thread of its own.
"""

import asyncio
import os
import time

import common
import rclpy
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from std_msgs.msg import String


def next_of(message):
    return String(data=f'{int(message.data) + 1:020d}')


def by_callbacks(options):
    """Hops, and the seconds that they took."""
    rclpy.init(args=[])
    node = rclpy.create_node('echo')
    executor = {'single': SingleThreadedExecutor, 'multi': MultiThreadedExecutor}[options.executor]()
    hello, world = node.create_publisher(String, '/hello', 10), node.create_publisher(String, '/world', 10)
    hops = 0

    def answer(to):
        def came(message):
            nonlocal hops
            hops += 1
            to.publish(next_of(message))

        return came

    node.create_subscription(String, '/hello', answer(world), 10)
    node.create_subscription(String, '/world', answer(hello), 10)
    executor.add_node(node)
    start = time.monotonic() + 0.3
    while time.monotonic() < start:
        executor.spin_once(timeout_sec=0.05)
    hello.publish(String(data=f'{0:020d}'))
    begin = time.monotonic()
    while time.monotonic() < begin + 0.2:
        executor.spin_once(timeout_sec=0.05)
    begin, before = time.monotonic(), hops
    while time.monotonic() < begin + options.seconds:
        executor.spin_once(timeout_sec=0.05)
    return hops - before, time.monotonic() - begin


async def by_afor(options):
    import asyncio_for_robotics.ros2 as afor

    hops = 0

    async def answer(sub, pub):
        nonlocal hops
        async for message in sub.listen_reliable():
            hops += 1
            pub.publish(next_of(message))

    with afor.auto_context() as session:
        async with afor.Scope():
            subs = afor.Sub(String, 'hello'), afor.Sub(String, 'world')
            with session.lock() as node:
                pubs = node.create_publisher(String, 'world', 10), node.create_publisher(String, 'hello', 10)
            tasks = [asyncio.ensure_future(answer(*pair)) for pair in zip(subs, pubs, strict=True)]
            await asyncio.sleep(0.5)
            pubs[1].publish(String(data=f'{0:020d}'))
            await asyncio.sleep(0.3)
            begin, before = time.monotonic(), hops
            await asyncio.sleep(options.seconds)
            measured = hops - before, time.monotonic() - begin
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return measured


def main():
    options = common.arguments(__doc__, api=('callbacks', 'afor'), executor=('single', 'multi'))
    hops, spent = by_callbacks(options) if options.api == 'callbacks' else common.run(by_afor(options), options.loop)
    common.report('rclpy_echo', vars(options), common.value('hop', 'us', spent / hops * 1e6))
    os._exit(0)  # what rclpy does at its end is not measured


if __name__ == '__main__':
    main()
