# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A protocol of one's own: a thread feeds a BaseSub, in bursts that are all listened to, or item by item.

`--what burst`: the cost of an item, from input_data() in a thread to the loop over listen_reliable(), all of both.
`--what hop`: a thread gives an item and sleeps until the loop has answered by an eventfd; a round trip.
`--with bare` makes the same hop by eventfds alone; `--with afor` runs asyncio_for_robotics.
"""

import asyncio
import os
import threading
import time

import common

ITEMS, BURST = 200_000, 1000


def base_sub(package):
    if package == 'afor':
        from asyncio_for_robotics.core.sub import BaseSub
    else:
        from rxros2.aio import BaseSub
    return BaseSub()


async def burst(package, seconds):
    """µs an item: by the clock, and of CPU time."""
    sub = base_sub(package)
    listener = sub.listen_reliable(fresh=True, queue_size=0)

    def feed():
        for _ in range(ITEMS // BURST):
            for item in range(BURST):
                sub.input_data(item)
            go.acquire()

    go = threading.Semaphore(1)
    thread = threading.Thread(target=feed)
    begin, cpu = time.perf_counter(), time.process_time()
    thread.start()
    count = 0
    async for _ in listener:
        count += 1
        if count % BURST == 0:
            go.release()
        if count == ITEMS:
            break
    spent, cpu = time.perf_counter() - begin, time.process_time() - cpu
    await asyncio.get_running_loop().run_in_executor(None, thread.join)
    return spent / ITEMS * 1e6, cpu / ITEMS * 1e6


async def hop(package, seconds):
    """µs a round trip, thread → loop → thread."""
    loop = asyncio.get_running_loop()
    wake_up, back = os.eventfd(0, os.EFD_NONBLOCK), os.eventfd(0)
    times, stop = [], False

    def ask_by(ask):
        while not stop:
            begin = time.perf_counter()
            ask()
            os.eventfd_read(back)
            times.append(time.perf_counter() - begin)

    if package == 'bare':
        sub = None
        ask = lambda: os.eventfd_write(wake_up, 1)  # noqa: E731
    else:
        sub = base_sub(package)
        ask = lambda: sub.input_data(1)  # noqa: E731

    def woken():
        os.eventfd_read(wake_up)
        os.eventfd_write(back, 1)

    async def answer():
        async for _ in sub.listen_reliable(queue_size=0):
            os.eventfd_write(back, 1)

    answering = None
    if package == 'bare':
        loop.add_reader(wake_up, woken)
    else:
        answering = asyncio.ensure_future(answer())
        await asyncio.sleep(0)
    thread = threading.Thread(target=ask_by, args=(ask,))
    thread.start()
    await asyncio.sleep(seconds)
    stop = True
    await loop.run_in_executor(None, thread.join)
    if answering is None:
        loop.remove_reader(wake_up)
    else:
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)
    return [seconds_ * 1e6 for seconds_ in times[100:]]


def main():
    options = common.arguments(__doc__, what=('burst', 'hop'), **{'with': ('rxros2', 'afor', 'bare')})
    package = vars(options)['with']
    if options.what == 'burst':
        spent, cpu = common.run(burst(package, options.seconds), options.loop)
        figures = [common.value('item', 'us', spent), common.value('cpu_item', 'us', cpu)]
    else:
        figures = [common.distribution('hop', 'us', common.run(hop(package, options.seconds), options.loop))]
    common.report('own_protocol', vars(options), *figures)


if __name__ == '__main__':
    main()
