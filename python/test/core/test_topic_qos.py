# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Quality of service of topics: peers that do not fit, events, depth and durations."""

import asyncio
import math
import subprocess
import sys

import pytest

from rxros2 import aio
from rxros2.aio import ros2
from rxros2.interfaces.rcl_interfaces.msg import Log
from rxros2.interfaces.std_msgs.msg import Int64, String
from rxros2.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy


async def warning_of(logs, topic):
    async def find():
        async for log in logs:
            if f"New publisher discovered on topic '{topic}'" in log.msg:
                return log.level, log.msg.replace(' (this process)', '')

    return await asyncio.wait_for(find(), 60)


def test_a_publisher_of_incompatible_qos_is_a_warning_that_names_both_sides(run, session, topic):
    async def main():
        async with aio.Scope():
            rosout = ros2.Sub(Log, '/rosout', 100)
            await rosout.wait_for_matched(60)
            logs = rosout.listen_reliable()
            sub = ros2.Sub(Int64, topic, QoSProfile(reliability=ReliabilityPolicy.RELIABLE))
            with ros2.Node('careless') as other:
                ros2.Pub(Int64, topic, QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT), other)
                level, reliability = await warning_of(logs, topic)
                assert level == 30
                assert (
                    'the publisher of node /careless offers reliability best_effort, the subscription of node '
                    f'{session.node.name} requires reliability reliable; ' in reliability
                )
                unreliable = ReliabilityPolicy.BEST_EFFORT
                durable = QoSProfile(reliability=unreliable, durability=DurabilityPolicy.TRANSIENT_LOCAL)
                latched = ros2.Sub(Int64, topic, durable)
                assert '/careless offers durability volatile, ' in (await warning_of(logs, topic))[1]
                hasty = ros2.Sub(Int64, topic, QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT, deadline=0.5))
                assert (
                    f'/careless offers no deadline, the subscription of node {session.node.name} requires a deadline '
                    'of at most 0.5 s; ' in (await warning_of(logs, topic))[1]
                )
                assert sub.matched() == latched.matched() == hasty.matched() == 0

    run(main())


def test_wait_for_matched_names_the_peers_that_do_not_fit(run, session, topic):
    async def main():
        async with aio.Scope():
            careless = QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT)
            with ros2.Node('careless') as other:
                pub = ros2.Pub(Int64, topic, careless, other)
                ros2.Pub(String, topic, 10, other)
                sub = ros2.Sub(Int64, topic, 10)
                with pytest.raises(TimeoutError) as raised:
                    await sub.wait_for_matched(0.01)
                text = str(raised.value)
                assert text.startswith(f'no compatible publisher of {topic} within 0.01 s: ')
                assert 'the publisher of /careless offers reliability best_effort, asked for reliable' in text
                assert 'the publisher of /careless has type std_msgs/msg/String, not std_msgs/msg/Int64' in text
                with pytest.raises(TimeoutError) as raised:
                    await pub.wait_for_matched(0.01)
                assert str(raised.value) == (
                    f'no compatible subscription of {topic} within 0.01 s: the subscription of {session.node.name} is '
                    'offered reliability best_effort, asked for reliable'
                )

    run(main())


def test_qos_events(run, session, topic):
    async def next_of(listener, kind):
        async for event in listener:
            if event.what == kind:
                return event

    async def main():
        async with aio.Scope():
            events, of_pub = ros2.QoSEvents(), ros2.QoSEvents()
            sub_events, pub_events = events.listen_reliable(), of_pub.listen_reliable()
            called = []
            events.asap_callback.append(called.append)
            sub = ros2.Sub(Int64, topic, QoSProfile(deadline=0.05), events=events)
            with ros2.Node('publishing') as other:
                with ros2.Pub(Int64, topic, QoSProfile(deadline=0.02), other, events=of_pub) as pub:
                    await sub.wait_for_matched(60)
                    await pub.wait_for_matched(60)
                    matched = ros2.QoSEvent(ros2.QoSEventKind.MATCHED, total=1, change=1, current=1, current_change=1)
                    assert await next_of(sub_events, 'matched') == await next_of(pub_events, 'matched') == matched
                    first = sub.wait_for_next(timeout=60)
                    pub.publish(Int64(data=1))
                    assert (await first).data == 1
                    assert (await next_of(sub_events, 'deadline_missed')).total >= 1
                    assert (await next_of(pub_events, 'deadline_missed')).total >= 1
                event = await next_of(sub_events, 'matched')
                assert (event.current, event.current_change) == (0, -1)
                ros2.Pub(Int64, topic, QoSProfile(reliability=ReliabilityPolicy.BEST_EFFORT, deadline=0.02), other)
                assert (await next_of(sub_events, 'incompatible_qos')).policy == 16
            assert {'matched', 'deadline_missed', 'incompatible_qos'} <= {event.what for event in called}

    run(main())


def test_a_depth_of_0_warns_only_where_it_matters():
    program = """
from rxros2.aio import ros2
from rxros2.interfaces.std_msgs.msg import String
from rxros2.qos import HistoryPolicy, QoSProfile
with ros2.Node('keeps') as node:
    for history in (HistoryPolicy.KEEP_ALL, HistoryPolicy.SYSTEM_DEFAULT):
        ros2.Pub(String, '/keeps', QoSProfile(history=history, depth=0), node)
        ros2.Sub(String, '/keeps', QoSProfile(history=history, depth=0), node)
"""
    done = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and 'KEEP_LAST' not in done.stderr + done.stdout


def test_durations_of_quality_of_service():
    assert QoSProfile(deadline=math.inf, lifespan=1e300)._values()[4:6] == (0, 0)
    assert QoSProfile(deadline=1e-30)._values()[4] == 1
    for nonsense in (0, -1, math.nan):
        with pytest.raises(ValueError, match='expected seconds, more than 0, or None'):
            QoSProfile(deadline=nonsense)
