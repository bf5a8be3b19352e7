# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""T1 and T2 in Python: two processes send each other stamped strings at a rate; how old they arrive.

`--what`: `callbacks` of rclpy (ours stands for it, or an installed one), `asyncio`, `streams`. The string's first
characters are its number, by which losses are counted. Ages are those of both processes, costs those of one.
"""

import asyncio
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

import common

DIGITS = 12
NANOSECONDS = 1_000_000_000


class Record:
    """Messages received and resources used by one process since its warm-up."""

    def __init__(self, seconds, rate):
        self.seconds, self.ages, self.lost = seconds, [], 0
        self.warm_up = 20 if rate > 10 else 4  # items: discovery, first touches of memory
        self.cpu_percent, self.memory_percent = [], []
        self._items, self._next = 0, 0
        self._began = self._looked = self._cpu = self._looked_cpu = 0.0

    def received(self, message):
        """Takes an item; false once the time is over."""
        now = time.time_ns()
        number = int(message.frame_id[:DIGITS])
        expected, self._next = self._next, number + 1
        self._items += 1
        clock = time.perf_counter()
        if self._items == self.warm_up:
            self._began = self._looked = clock
            self._cpu = self._looked_cpu = time.process_time()
        elif self._items > self.warm_up:
            self.ages.append((now - message.stamp.sec * NANOSECONDS - message.stamp.nanosec) / 1e3)
            self.lost += max(number - expected, 0)
            if clock - self._looked >= 1:
                cpu = time.process_time()
                self.cpu_percent.append((cpu - self._looked_cpu) / (clock - self._looked) * 100)
                self._looked, self._looked_cpu = clock, cpu
                self.memory_percent.append(resident() / os.sysconf('SC_PHYS_PAGES') * 100)
        return self._items < self.warm_up or clock - self._began < self.seconds

    def cpu_item(self):
        """µs of CPU time."""
        return (time.process_time() - self._cpu) / max(len(self.ages), 1) * 1e6


def resident():
    """Pages of memory."""
    return int(pathlib.Path('/proc/self/statm').read_text().split()[1])


def threads():
    return len(os.listdir('/proc/self/task'))


def fill(message, number, size):
    """Number, payload, and last the stamp."""
    message.frame_id = f'{number:0{DIGITS}d}' + '#' * (size - DIGITS)
    message.stamp.sec, message.stamp.nanosec = divmod(time.time_ns(), NANOSECONDS)
    return message


def by_callbacks(out, into, options, record):
    import rclpy
    from std_msgs.msg import Header

    rclpy.init(args=[])
    node = rclpy.create_node('callbacks_' + out)
    pub = node.create_publisher(Header, out, 10)
    over = rclpy.task.Future()

    def came(message):
        if not record.received(message) and not over.done():
            over.set_result(None)

    number = iter(range(sys.maxsize))
    node.create_subscription(Header, into, came, 10)
    node.create_timer(1 / options.rate, lambda: pub.publish(fill(Header(), next(number), int(options.bytes))))
    rclpy.spin_until_future_complete(node, over)


def by_asyncio(out, into, options, record):
    from rxros2 import aio
    from rxros2.aio import ros2
    from rxros2.interfaces.std_msgs.msg import Header

    async def send():
        pub, number = ros2.Pub(Header, '/' + out, 10), 0
        async for _ in aio.Rate(options.rate).listen():
            pub.publish(fill(Header(), number, int(options.bytes)))
            number += 1

    async def main():
        with ros2.auto_context('asyncio_' + out):
            async with aio.Scope() as scope:
                scope.task_group.create_task(send())
                async for message in ros2.Sub(Header, '/' + into, 10).listen_reliable():
                    if not record.received(message):
                        break
                scope.cancel()

    asyncio.run(main())


def by_streams(out, into, options, record):
    from rxros2 import rx
    from rxros2.interfaces.std_msgs.msg import Header

    node = rx.create_node('streams_' + out)
    rx.from_topic(node, Header, '/' + into).subscribe(lambda message: record.received(message) or rx.shutdown())
    rx.from_timer(node, 1 / options.rate).pipe(
        rx.map(lambda tick: fill(Header(), tick - 1, int(options.bytes))), rx.publish_to_topic(node, Header, '/' + out)
    )
    rx.spin(node)


def tell_when_asked(record):
    """The peer's end: prints what it has seen."""
    sys.stdin.readline()
    print(json.dumps([record.ages, record.lost]), flush=True)
    os._exit(0)


HALVES = {'callbacks': by_callbacks, 'asyncio': by_asyncio, 'streams': by_streams}


def main():
    options = common.arguments(
        __doc__, what=('callbacks', 'asyncio', 'streams'), part=('first', 'peer'), bytes=100, rate=20
    )
    half = HALVES[options.what]
    if options.part == 'peer':
        record = Record(float('inf'), options.rate)
        threading.Thread(target=tell_when_asked, args=(record,), daemon=True).start()
        half('t2t', 't1t', options, record)
    command = [sys.executable, pathlib.Path(__file__), *sys.argv[1:], '--part', 'peer']
    peer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        record = Record(options.seconds, options.rate)
        half('t1t', 't2t', options, record)
        figures = [
            common.value('cpu', 'us/item', record.cpu_item()),
            common.distribution('cpu_percent', '%', record.cpu_percent),
            common.distribution('memory_percent', '%', record.memory_percent),
            common.value('threads', '', threads()),
            common.value('rss', 'KiB', resident() * os.sysconf('SC_PAGE_SIZE') / 1024),
        ]
        ages, lost = json.loads(peer.communicate('now\n', timeout=30)[0].splitlines()[-1])
    finally:
        peer.kill()
        peer.wait()
    figures.append(common.distribution('age', 'us', record.ages + ages))
    figures.append(common.value('lost', 'messages', record.lost + lost))
    common.report('t1_t2', vars(options), *figures)
    os._exit(0)  # what a client library does at its end is not measured


if __name__ == '__main__':
    main()
