# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Round trips of a String between two processes over DDS: a ping here, a process that answers each message.

`--what paced`: 1 kHz one way instead, and what part of a core the receiving process spends. `--with bare`: the same
with datagrams of 100 bytes that the loops read themselves. `--cores own`: each process runs on one core only, so that
its threads wake each other without waking another core. `--awake`: how long loops stay awake for more, `auto` as they
do by themselves, `never`, or that many µs.
"""

import asyncio
import os
import pathlib
import socket
import subprocess
import sys
import time

import common

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String

SOCKETS = 'RXROS2_BENCHMARK_SOCKETS'  # in the environment: the bare programs' descriptors, which both have


class Datagrams:
    """A socket that the loop reads: one of two that send to each other."""

    def __init__(self, index, received):
        pair = [socket.socket(fileno=int(descriptor)) for descriptor in os.environ[SOCKETS].split()]
        self.socket, self._other = pair[index], pair[1 - index]
        self.socket.setblocking(False)
        self.peer = self._other.getsockname()
        self.received = received
        asyncio.get_running_loop().add_reader(self.socket, self._readable)

    def _readable(self):
        self.socket.recv(1000)
        self.received()

    def send(self):
        self.socket.sendto(b'x' * 100, self.peer)


async def answer_bare():
    datagrams = Datagrams(1, lambda: datagrams.send())
    await asyncio.Event().wait()


async def ask_bare(seconds):
    """µs a round trip: each, and of CPU time here."""
    times, answers = [], asyncio.Queue()
    datagrams = Datagrams(0, lambda: answers.put_nowait(None))
    while answers.empty():  # the peer starts
        datagrams.send()
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.5)
    ended = asyncio.get_running_loop().create_future()

    def received_next():
        nonlocal begin
        now = time.perf_counter()
        times.append((now - begin) * 1e6)
        if now < end:
            begin = time.perf_counter()
            datagrams.send()
        else:
            ended.set_result(None)

    datagrams.received = received_next
    cpu = time.process_time()
    begin = time.perf_counter()
    end = begin + seconds
    datagrams.send()
    await ended
    return times[100:], (time.process_time() - cpu) / len(times) * 1e6


async def send_bare():
    """1000 datagrams a second, until it is ended."""
    datagrams = Datagrams(1, lambda: None)
    async for _ in aio.Rate(1000).listen_reliable():
        datagrams.send()


async def receive_bare(seconds):
    """Percent of a core, and datagrams a second."""
    count = 0

    def received():
        nonlocal count
        count += 1

    Datagrams(0, received)
    while count < 500:
        await asyncio.sleep(0.1)
    begin, cpu, before = time.perf_counter(), time.process_time(), count
    await asyncio.sleep(seconds)
    real = time.perf_counter() - begin
    return (time.process_time() - cpu) / real * 100, (count - before) / real


async def answer():
    """Sends back what it gets, until it is ended."""
    with ros2.auto_context('answers'):
        async with aio.Scope():
            sub, pub = ros2.Sub(String, '/ping', 10), ros2.Pub(String, '/pong', 10)
            async for message in sub.listen_reliable():
                pub.publish(message)


async def ask(seconds):
    """µs a round trip: each, and of CPU time here."""
    times = []
    with ros2.auto_context('asks'):
        async with aio.Scope():
            sub, pub = ros2.Sub(String, '/pong', 10), ros2.Pub(String, '/ping', 10)
            await pub.wait_for_matched(20)
            await sub.wait_for_matched(20)
            await asyncio.sleep(0.5)
            message = String(data='x' * 20)
            cpu = time.process_time()
            end = time.perf_counter() + seconds
            while (begin := time.perf_counter()) < end:
                reply = sub.wait_for_next()
                pub.publish(message)
                await reply
                times.append((time.perf_counter() - begin) * 1e6)
            cpu = time.process_time() - cpu
    return times[100:], cpu / len(times) * 1e6


async def send():
    """1000 messages a second, until it is ended."""
    with ros2.auto_context('sends'):
        async with aio.Scope():
            pub = ros2.Pub(String, '/ping', 10)
            async for _ in aio.Rate(1000).listen_reliable():
                pub.publish(String(data='x' * 20))


async def receive(seconds):
    """Percent of a core, and messages a second."""
    with ros2.auto_context('receives'):
        async with aio.Scope():
            listener = ros2.Sub(String, '/ping', 10).listen_reliable()
            for _ in range(500):
                await anext(listener)
            begin, cpu, count = time.perf_counter(), time.process_time(), 0
            while time.perf_counter() - begin < seconds:
                await anext(listener)
                count += 1
            real = time.perf_counter() - begin
            return (time.process_time() - cpu) / real * 100, count / real


PROGRAMS = {  # what, with: here, in the peer
    ('echo', 'rxros2'): (ask, answer),
    ('echo', 'bare'): (ask_bare, answer_bare),
    ('paced', 'rxros2'): (receive, send),
    ('paced', 'bare'): (receive_bare, send_bare),
}


def run(part, options, seconds=()):
    """`part`: 0 here, 1 in the peer."""
    cores = sorted(os.sched_getaffinity(0))
    if options.cores == 'own':
        os.sched_setaffinity(0, {cores[-part]})  # threads that are made from now on inherit it

    async def main():
        ros2.busy_wait({'auto': None, 'never': 0, '200': 200e-6}[options.awake])
        return await PROGRAMS[options.what, vars(options)['with']][part](*seconds)

    return common.run(main(), options.loop)


def main():
    options = common.arguments(
        __doc__,
        what=('echo', 'paced'),
        cores=('any', 'own'),
        awake=('auto', 'never', '200'),
        part=('first', 'peer'),
        **{'with': ('rxros2', 'bare')},
    )
    if options.part == 'peer':
        run(1, options)
    pair = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]
    for socket_ in pair:
        socket_.bind(('127.0.0.1', 0))
    descriptors = [socket_.fileno() for socket_ in pair]
    os.environ[SOCKETS] = ' '.join(map(str, descriptors))
    peer = subprocess.Popen(
        [sys.executable, pathlib.Path(__file__), *sys.argv[1:], '--part', 'peer'], pass_fds=descriptors
    )
    try:
        result = run(0, options, [options.seconds])
    finally:
        peer.kill()
        peer.wait()
    if options.what == 'echo':
        times, cpu = result
        figures = [common.distribution('round_trip', 'us', times), common.value('cpu_round_trip', 'us', cpu)]
    else:
        cpu, rate = result
        figures = [common.value('cpu', '%', cpu), common.value('rate', 'Hz', rate)]
        figures.append(common.value('cpu_item', 'us', cpu * 1e4 / rate))
    common.report('two_processes', vars(options), *figures)


if __name__ == '__main__':
    main()
