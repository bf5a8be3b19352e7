# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publishing an Image of 640 x 480 x 3 from a numpy array: µs in publish(), and until a Sub has it.

`--to nobody`: a topic that none listens to; `local`: a Sub of this process; `remote`: one of another.
`--with memcpy`: the array is copied into another one instead, which is what a sample costs at least.
"""

import asyncio
import pathlib
import subprocess
import sys
import time

import common
import numpy

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.sensor_msgs.msg import Image

ROWS, COLUMNS = 480, 640


def image():
    pixels = numpy.zeros(ROWS * COLUMNS * 3, numpy.uint8)
    return Image(height=ROWS, width=COLUMNS, encoding='rgb8', step=3 * COLUMNS, data=pixels)


async def listen():
    """Takes what comes, until it is ended."""
    with ros2.auto_context('listens'):
        async with aio.Scope():
            async for _ in ros2.Sub(Image, '/image', 10).listen_reliable():
                pass


async def publish(to, seconds):
    """µs in publish(), µs until the local Sub has it."""
    times, ages = [], []
    message = image()
    with ros2.auto_context('publishes'):
        async with aio.Scope():
            listener = ros2.Sub(Image, '/image', 10).listen_reliable() if to == 'local' else None
            pub = ros2.Pub(Image, '/image', 10)
            if to != 'nobody':
                await pub.wait_for_matched(20)
            end = time.perf_counter() + seconds
            while (begin := time.perf_counter()) < end:
                pub.publish(message)
                times.append((time.perf_counter() - begin) * 1e6)
                if listener is None:
                    await asyncio.sleep(0.002)
                else:
                    assert (await anext(listener)).data.size == message.data.size
                    ages.append((time.perf_counter() - begin) * 1e6)
    return times[20:], ages[20:]


def copy(seconds):
    """µs a copy."""
    times = []
    source = image().data
    target = numpy.empty_like(source)
    end = time.perf_counter() + seconds
    while (begin := time.perf_counter()) < end:
        target[:] = source
        times.append((time.perf_counter() - begin) * 1e6)
    return times


def main():
    if sys.argv[1:2] == ['peer']:
        common.run(listen(), sys.argv[2])
    options = common.arguments(__doc__, to=('nobody', 'local', 'remote'), **{'with': ('rxros2', 'memcpy')})
    if vars(options)['with'] == 'memcpy':
        common.report('image', vars(options), common.distribution('publish', 'us', copy(options.seconds)))
        return
    peer = None
    if options.to == 'remote':
        peer = subprocess.Popen([sys.executable, pathlib.Path(__file__), 'peer', options.loop])
    try:
        times, ages = common.run(publish(options.to, options.seconds), options.loop)
    finally:
        if peer is not None:
            peer.kill()
            peer.wait()
    figures = [common.distribution('publish', 'us', times)]
    if ages:
        figures.append(common.distribution('age', 'us', ages))
    common.report('image', vars(options), *figures)


if __name__ == '__main__':
    main()
