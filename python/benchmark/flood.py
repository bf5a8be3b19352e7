# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A publisher at 100 kHz against a listener that takes 10 ms for each message and wants the latest only.

The publisher is a process of its own. Prints how much the listener's memory grew from the first third to the end, how
old what it got was, and how many messages came after the publisher had ended.
"""

import asyncio
import pathlib
import subprocess
import sys
import time

import common

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import Int64

RATE = 100_000


def flood():
    """Publishes in bursts of a millisecond until the process is stopped."""

    async def main():
        with ros2.auto_context('floods'):
            pub = ros2.Pub(Int64, '/flood', 10)
            print('ready', flush=True)
            await pub.wait_for_matched(20)
            sent, begin = 0, time.monotonic()
            while True:
                while sent < (time.monotonic() - begin) * RATE:
                    pub.publish(Int64(data=time.monotonic_ns()))
                    sent += 1
                time.sleep(0.0005)

    asyncio.run(main())


def memory():
    """Resident, in MB."""
    status = pathlib.Path('/proc/self/status').read_text()
    return int(status.partition('VmRSS:')[2].split()[0]) / 1024


async def listen(seconds, peer):
    ages, grown, first = [], 0.0, None
    with ros2.auto_context('listens'):
        async with aio.Scope():
            sub = ros2.Sub(Int64, '/flood', 10)
            begin = time.monotonic()
            async for message in sub.listen():
                ages.append((time.monotonic_ns() - message.data) / 1e6)
                time.sleep(0.01)  # the loop is busy, too
                spent = time.monotonic() - begin
                if first is None and spent > seconds / 3:
                    first = memory()
                if spent > seconds:
                    break
            grown = memory() - first
            received = sub.middleware_statistics().received
            rate = received / (time.monotonic() - begin)
            peer.kill()
            peer.wait()
            await asyncio.sleep(0.5)
            after, late = sub.listen(fresh=True), 0
            try:
                while True:
                    await asyncio.wait_for(anext(after), 0.5)
                    late += 1
            except asyncio.TimeoutError:
                pass
    return grown, ages, rate, late


def main():
    if sys.argv[1:] == ['peer']:
        flood()
    options = common.arguments(__doc__)
    peer = subprocess.Popen([sys.executable, pathlib.Path(__file__), 'peer'], stdout=subprocess.PIPE)
    try:
        peer.stdout.readline()
        grown, ages, rate, late = common.run(listen(options.seconds, peer), options.loop)
    finally:
        peer.kill()
        peer.wait()
    common.report(
        'flood',
        vars(options),
        common.value('growth', 'MB', grown),
        common.distribution('age', 'ms', ages),
        common.value('received', 'Hz', rate),
        common.value('after_the_end', 'messages', late),
    )


if __name__ == '__main__':
    main()
