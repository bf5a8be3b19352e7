# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Items that queues drop: the first loss is reported, then sums; what a program asked to skip is none."""

import asyncio
import logging
import math
import threading

import pytest
from eventually import eventually_in_loop
from reactivex import Subject

from rxros2 import aio, rx
from rxros2.aio import ros2
from rxros2.aio.blocking import Blocking
from rxros2.aio.core import losses
from rxros2.interfaces.std_msgs.msg import Int64
from rxros2.node import Logger
from rxros2.qos import QoSProfile


@pytest.fixture
def logged(monkeypatch):
    """The texts that nodes log."""
    texts = []
    monkeypatch.setattr(Logger, '_log', lambda self, severity, text: texts.append(text))
    return texts


@pytest.fixture
def clock(monkeypatch):
    """The time by which reports are spaced."""
    now = [100.0]
    monkeypatch.setattr(losses.time, 'monotonic', lambda: now[0])
    return now


def test_the_first_loss_then_sums_are_reported():
    count = losses.LossCount()
    assert count.add() and count.take() == 1
    assert not count.add(3) and not count.add()
    assert (count.take(), count.total) == (4, 5)
    assert losses.losses(4, 5, 'dropped') == '4 items were dropped, 5 so far'
    assert losses.losses(1, 1, 'lost', 'message') == '1 message was lost'


def test_sums_are_at_least_ten_seconds_apart(clock):
    count = losses.LossCount()
    due = []
    for _ in range(25):
        due.append(count.add())
        clock[0] += 1
    assert [at for at, report in enumerate(due) if report] == [0, 10, 20]


def test_a_full_queue_of_a_listener_is_reported(run, caplog):
    async def main():
        sub = aio.BaseSub()
        every, latest = sub.listen_reliable(queue_size=3), sub.listen()
        for number in range(5):
            sub.input_data(number)
        assert await anext(latest) == 4 and await anext(every) == 2
        assert [record.name for record in caplog.records] == ['rxros2.aio']
        text = caplog.records[0].message
        assert text.startswith('BaseSub: 1 item was dropped: the queue of 3 of listen_reliable() at ')
        assert f'{__file__}:' in text and 'larger queue_size' in text
        sub.close()  # reports the rest
        assert caplog.records[1].message.startswith('BaseSub: 1 item was dropped, 2 so far: the queue of 3')

    with caplog.at_level(logging.INFO):
        run(main())


def test_a_loss_in_another_thread_is_reported_by_the_loop(run, caplog):
    async def main():
        sub = aio.BaseSub()
        every = sub.listen_reliable(queue_size=1)
        await asyncio.sleep(0)
        thread = threading.Thread(target=lambda: [sub.input_data(number) for number in range(4)])
        thread.start()
        thread.join()
        assert not caplog.records
        await eventually_in_loop(lambda: caplog.records)
        assert '3 items were dropped' in caplog.records[0].message and await anext(every) == 3

    run(main())


def test_callbacks_that_are_too_slow_are_reported(run, caplog):
    async def main():
        sub = aio.BaseSub()
        sub.asap_queue_size = 2
        seen = []
        sub.asap_callback.append(seen.append)
        thread = threading.Thread(target=lambda: [sub.input_data(number) for number in range(5)])
        thread.start()
        thread.join()
        await eventually_in_loop(lambda: caplog.records)
        assert '3 items were dropped: the loop was busy while 2 items waited for asap_callback' in caplog.text

    run(main())


def test_what_is_skipped_on_purpose_is_no_loss(run, caplog):
    async def main():
        sub = aio.BaseSub()
        latest = sub.listen()
        for number in range(100):
            sub.input_data(number)
        assert await anext(latest) == 99
        for _ in range(5):
            await_new = sub.wait_for_new()
            sub.input_data(1)
            sub.input_data(2)
            assert await await_new == 2

    with caplog.at_level(logging.INFO):
        run(main())
    assert not caplog.records


def test_gaps_between_waits_for_the_next_item_are_reported_once(run, caplog):
    async def main():
        sub = aio.BaseSub()
        for _ in range(6):
            item = sub.wait_for_next()
            for number in range(4):
                sub.input_data(number)
            assert await item == 0
        assert len(caplog.records) == 1
        assert '3 items arrived between two calls of wait_for_next() at ' in caplog.text
        assert 'listen_reliable() gets every item' in caplog.text
        other = aio.BaseSub()
        every = other.listen_reliable(queue_size=0)
        for _ in range(6):  # the items are not lost: a listener gets them
            item = other.wait_for_next()
            other.input_data(1)
            other.input_data(2)
            await item
        assert len(caplog.records) == 1 and every.dropped == 0

    with caplog.at_level(logging.INFO):
        run(main())


def test_a_queue_of_the_middleware_that_overflows_is_reported(run, logged):
    async def main():
        with ros2.auto_context('losing') as session:
            sub = ros2.Sub(Int64, '/overrun', QoSProfile(depth=2))
            publisher = ros2.Pub(Int64, '/overrun', 10)
            await publisher.wait_for_matched()
            latest = sub.wait_for_new()
            for number in range(5):
                publisher.publish(Int64(data=number))  # in one step of the loop
            await latest
            await eventually_in_loop(lambda: logged)
            assert 'ros2.Sub(/overrun): ' in logged[0] and 'lost: the executor was busy' in logged[0]
            assert 'QoS depth of 2' in logged[0]
            session.close()

    run(main())


def test_streams_report_their_losses(run, logged):
    async def main():
        with rx.create_node('streams') as node:
            numbers = []
            rx.from_topic(node, Int64, '/overrun_stream', QoSProfile(depth=2)).subscribe(numbers.append)
            publisher = ros2.Pub(Int64, '/overrun_stream', 10, node, scope=None)
            await publisher.wait_for_matched()
            for number in range(5):
                publisher.publish(Int64(data=number))
            await eventually_in_loop(lambda: logged)
            assert 'from_topic(/overrun_stream): ' in logged[0] and 'lost: the executor was busy' in logged[0]

    run(main())


@pytest.mark.parametrize('policy', ['drop_oldest', 'drop_newest', 'latest'])
def test_a_hand_over_reports_what_it_drops(run, caplog, policy):
    async def main():
        with rx.create_node('hand_over') as node:
            items, seen = Subject(), []
            hop = rx.observe_on(node.scheduler, policy, 2)
            items.pipe(hop).subscribe(seen.append)
            for number in range(5):
                items.on_next(number)
            await eventually_in_loop(lambda: seen)
            assert hop.statistics().dropped >= 3

    run(main())
    if policy == 'latest':
        assert not caplog.records
    else:
        (record,) = caplog.records
        assert record.name == 'rxros2.rx' and record.message.startswith(f'observe_on at {__file__}:')
        assert '1 item was dropped: 2 items waited for the scheduler' in record.message


def test_the_latest_value_can_be_too_old(run):
    async def main():
        sub = aio.BaseSub()
        now = [0.0]
        sub._arrival_clock = lambda: now[0]
        sub.input_data('old')
        now[0] = 1.0
        assert await sub.wait_for_value() == 'old'
        assert await sub.wait_for_value(max_age=1.0) == 'old'
        waiting = sub.wait_for_value(max_age=0.5)
        sub.input_data('new')
        assert await waiting == 'new'
        with pytest.raises(ValueError, match=r'max_age is -1; expected 0 s or more'):
            sub.wait_for_value(max_age=-1)
        with pytest.raises(ValueError, match='max_age is nan'):
            sub.wait_for_value(max_age=math.nan)

    run(main())


def test_a_blocking_value_can_be_too_old():
    with Blocking(aio.BaseSub) as sub:
        sub.sub.input_data('now')
        assert sub.wait_for_value(max_age=1e6) == 'now'
        with pytest.raises(TimeoutError):
            sub.wait_for_value(max_age=0, timeout=0.01)
