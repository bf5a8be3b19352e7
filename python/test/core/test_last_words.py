# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages that a program publishes while it ends, such as a zero velocity, reach readers and a replay's record."""

import contextlib
import signal
import subprocess
import sys

import pytest
import reactivex
from eventually import eventually

from rxros2 import aio, bag, replay, rx
from rxros2.aio import ros2
from rxros2.aio.blocking import run
from rxros2.interfaces.std_msgs.msg import Float64
from rxros2.messages.codec import decode, encode

HEAD = """
import asyncio
import sys
import reactivex
from rxros2 import aio, rx
from rxros2.aio import ros2
from rxros2.aio.blocking import Blocking, run
from rxros2.interfaces.std_msgs.msg import Float64

TOPIC = sys.argv[1]
STOP = Float64(data=-1.0)


async def drive(publisher):
    try:
        async for time in aio.Rate(50).listen():
            publisher.publish(Float64(data=1.0))
    finally:
        publisher.publish(STOP)


def moves(node):
    return rx.from_timer(node, 0.02).pipe(rx.map(lambda _: Float64(data=1.0)))

"""
WAYS = {
    'concat': """
with rx.create_node('driver') as node:
    moves(node).pipe(rx.concat(reactivex.just(STOP)), rx.publish_to_topic(node, Float64, TOPIC))
    rx.spin(node)
""",
    'several items': """
with rx.create_node('driver') as node:
    last = reactivex.of(0.5, 0.0, -1.0).pipe(rx.map(lambda speed: Float64(data=speed)))
    reactivex.concat(moves(node), last).pipe(rx.publish_to_topic(node, Float64, TOPIC), rx.tap(lambda _: None))
    rx.spin(node)
""",
    'on_completed': """
with rx.create_node('driver') as node:
    speeds = rx.Subject()
    speeds.pipe(rx.publish_to_topic(node, Float64, TOPIC))
    moves(node).subscribe(speeds.on_next, on_completed=lambda: (rx.shutdown(), speeds.on_next(STOP)))
    rx.spin(node)
""",
    'behind a hand-over': """
with rx.create_node('driver') as node:
    moves(node).pipe(
        rx.concat(reactivex.just(STOP)), rx.observe_on(node.scheduler), rx.publish_to_topic(node, Float64, TOPIC)
    )
    rx.spin(node)
""",
    'nodes that share a loop': """
with rx.create_node('motor') as motor, rx.create_node('driver', share=motor) as driver:
    moves(driver).pipe(rx.concat(reactivex.just(STOP)), rx.publish_to_topic(motor, Float64, TOPIC))
    rx.spin(driver)
""",
    'streams in asyncio': """
async def main():
    with rx.create_node('driver') as node:
        moves(node).pipe(rx.concat(reactivex.just(STOP)), rx.publish_to_topic(node, Float64, TOPIC))
        await node.ended()

asyncio.run(main())
""",
    'scope': """
async def main():
    with ros2.auto_context('driver'):
        async with aio.Scope():
            await drive(ros2.Pub(Float64, TOPIC))

asyncio.run(main())
""",
    'task of a scope': """
async def main():
    with ros2.auto_context('driver'):
        async with aio.Scope() as scope:
            task = scope.task_group.create_task(drive(ros2.Pub(Float64, TOPIC)))
            await asyncio.wait([task])

asyncio.run(main())
""",
    'lifecycle, streams': """
class Driver(rx.LifecycleNode):
    def on_configure(self, state):
        self.publisher = ros2.LifecyclePub(Float64, TOPIC, node=self)
        moves(self).subscribe(self.publisher.publish)

    async def on_shutdown(self, state):
        self.publisher.publish(STOP)


with Driver(TOPIC) as node:
    for transition in ('configure', 'activate'):
        node.scheduler.loop.run_until_complete(node.change_state(transition))
    rx.spin(node)
""",
    'lifecycle, asyncio': """
async def main():
    async with ros2.LifecycleNode('driver') as node:
        publisher = ros2.LifecyclePub(Float64, TOPIC, node=node)
        node.while_active(lambda: drive(publisher))
        await node.configure()
        await node.activate()
        await asyncio.Event().wait()

asyncio.run(main())
""",
    'blocking coroutine': """
with ros2.auto_context('driver'):
    run(drive, ros2.Pub(Float64, TOPIC))
""",
    'blocking listener': """
with ros2.auto_context('driver'):
    publisher, echoes = ros2.Pub(Float64, TOPIC), Blocking(ros2.Sub, Float64, TOPIC)
    publisher.publish(Float64(data=1.0))
    try:
        for message in echoes.listen_reliable():
            publisher.publish(message)
    finally:
        publisher.publish(STOP)
""",
}


@pytest.mark.parametrize('way', WAYS)
def test_reach_a_reader(way):
    signals = (signal.SIGINT, signal.SIGTERM)
    with ros2.auto_context('reader'), contextlib.ExitStack() as processes:
        received = {number: [] for number in signals}
        programs = {}
        for number in signals:
            topic = f'cmd_{number.name}'
            processes.callback(run(hear, topic, received[number]).close)
            programs[number] = process = subprocess.Popen(
                [sys.executable, '-c', HEAD + WAYS[way], topic], stderr=subprocess.PIPE, text=True
            )
            processes.callback(process.kill)
        for number, process in programs.items():
            eventually(lambda number=number: len(received[number]) > 3)
            process.send_signal(number)
            _, err = process.communicate(timeout=60)
            if number is signal.SIGTERM or 'rx.spin' in WAYS[way]:
                assert (process.returncode, err) == (0, '')
            eventually(lambda number=number: received[number][-1] == -1.0)


def hear(topic, received):
    sub = ros2.Sub(Float64, topic, 100)
    sub.asap_callback.append(lambda message: received.append(message.data))
    return sub


async def in_asyncio():
    with ros2.auto_context('driver'):
        async with aio.Scope():
            publisher, sub = ros2.Pub(Float64, '/out', 10), ros2.Sub(Float64, '/in', 10)
            try:
                async for message in sub.listen_reliable():
                    publisher.publish(message)
            finally:
                publisher.publish(Float64(data=-1.0))


def in_streams():
    with rx.create_node('driver') as node:
        rx.from_topic(node, Float64, '/in').pipe(
            rx.concat(reactivex.just(Float64(data=-1.0))), rx.publish_to_topic(node, Float64, '/out')
        )
        rx.spin(node)


@pytest.mark.parametrize('program', [in_asyncio, in_streams])
def test_are_recorded_by_a_replay(program, tmp_path):
    with bag.Writer(tmp_path / 'in.mcap') as writer:
        writer.add_topic('/in', 'std_msgs/msg/Float64')
        for i in range(3):
            writer.write('/in', encode(Float64(data=float(i))), 10**18 + i * 10**8)
    report = replay.run(tmp_path / 'in.mcap', program, record=tmp_path / 'out.mcap')
    assert report.warnings == [] and report.published == 4
    outputs = [(message.log_time - 10**18, message.sample) for message in bag.Reader(tmp_path / 'out.mcap').messages()]
    assert [(time // 10**8, decode(Float64, sample).data) for time, sample in outputs] == [
        (0, 0.0),
        (1, 1.0),
        (2, 2.0),
        (2, -1.0),
    ]


def test_a_stream_that_begins_anew_does_not_keep_its_node_open():
    with rx.create_node('again') as node:
        rx.from_timer(node, 0.01).pipe(
            rx.take(1),
            rx.repeat(),
            rx.map(lambda k: Float64(data=float(k))),
            rx.publish_to_topic(node, Float64, 'again'),
        ).subscribe(lambda _: rx.shutdown())
        rx.spin(node)


def test_a_hand_over_delivers_at_the_end_what_waits_for_it():
    seen = []
    with rx.create_node('driver') as node:
        ticks = rx.from_timer(node, 0.01).pipe(rx.map(lambda _: Float64(data=1.0)), rx.publish())
        ticks.pipe(
            rx.observe_on(node.scheduler),
            rx.concat(reactivex.just(Float64(data=-1.0))),
            rx.publish_to_topic(node, Float64, 'driven'),
        ).subscribe(lambda message: seen.append(message.data))
        node.scheduler.schedule(lambda *_: ticks.subscribe(lambda _: node.end()))  # behind the pipe
        ticks.connect()
        rx.spin(node)
    assert seen == [1.0, -1.0]


def test_an_error_of_a_last_item_does_not_keep_the_others_from_their_end(capfd):
    ends = []
    with rx.create_node('clumsy') as node:
        ticks = rx.from_timer(node, 0.02)
        ticks.subscribe(on_completed=lambda: ends.append(1))
        ticks.pipe(rx.concat(reactivex.just(0)), rx.map(lambda k: 1 / k)).subscribe(lambda _: rx.shutdown())
        ticks.subscribe(on_completed=lambda: ends.append(2))
        rx.spin(node)
    assert sorted(ends) == [1, 2]
    assert 'ZeroDivisionError' in capfd.readouterr().err
