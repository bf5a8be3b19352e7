# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Operators that count time run in the virtual time of reactivex's TestScheduler, and in its other schedulers."""

import threading

import pytest
import reactivex
from reactivex.scheduler import NewThreadScheduler
from reactivex.testing import ReactiveTest, TestScheduler
from reactivex.testing.marbles import marbles_testing

from rxros2 import rx
from rxros2.interfaces.geometry_msgs.msg import PointStamped

on_next, on_completed = ReactiveTest.on_next, ReactiveTest.on_completed


@pytest.fixture(scope='module')
def node():
    with rx.create_node('virtual') as node:
        yield node


def results(make, *messages):
    """Subscribes at 200 and disposes at 1000. Returns the times and values."""
    scheduler = TestScheduler()
    source = scheduler.create_hot_observable(*messages)
    messages = scheduler.start(lambda: make(scheduler, source)).messages
    return [(message.time, getattr(message.value, 'value', message.value.kind)) for message in messages]


def stamped(seconds):
    message = PointStamped()
    message.header.stamp.sec = seconds
    return message


def test_interval():
    ticks = [(400, 0), (600, 1), (800, 2)]
    assert results(lambda *_: rx.interval(200)) == ticks
    assert results(lambda scheduler, _: rx.interval(200, scheduler)) == ticks
    assert results(lambda *_: rx.interval(200).pipe(rx.take(2))) == [*ticks[:2], (600, 'C')]
    assert results(lambda *_: rx.interval(0.25))[-1] == (999.75, 3198)


def test_interval_ticks_like_reactivex():
    ours, of_reactivex = results(lambda *_: rx.interval(70)), results(lambda *_: reactivex.interval(70))
    assert ours == of_reactivex and len(ours) == 11


def test_from_timer(node):
    assert results(lambda *_: rx.from_timer(node, 300)) == [(500, 1), (800, 2)]


def test_sample_with_frequency(node):
    items = on_next(210, 'a'), on_next(330, 'b'), on_completed(450)
    sampled = [(250, 'a'), (300, 'a'), (350, 'b'), (400, 'b'), (450, 'C')]
    assert results(lambda _, source: source.pipe(rx.sample_with_frequency(1 / 50)), *items) == sampled
    given = results(lambda scheduler, source: source.pipe(rx.sample_with_frequency(1 / 50, scheduler)), *items)
    assert given == sampled
    of_node = results(lambda *_: rx.from_timer(node, 300).pipe(rx.sample_with_frequency(1 / 200)))
    assert of_node == [(600, 1), (800, 2)]


def test_max_age(node):
    items = on_next(210, stamped(205)), on_next(300, stamped(240)), on_next(900, stamped(900))
    for make in (
        lambda _, source: source.pipe(rx.max_age(100, node)),
        lambda scheduler, source: source.pipe(rx.max_age(100, scheduler=scheduler)),
    ):
        (first, _), (second, _), (end, kind) = results(make, *items)
        assert (first, second, end) == (210, 300, 340) and kind == 'E'


def test_freshness(node):
    items = on_next(410, stamped(400)), on_next(450, stamped(100)), on_next(900, stamped(900))
    changes = [(300, False), (410, True), (500, False), (900, True)]
    assert results(lambda _, source: source.pipe(rx.freshness(100, node)), *items) == changes
    given = results(lambda scheduler, source: source.pipe(rx.freshness(100, scheduler=scheduler)), *items)
    assert given == changes


def test_timestamp(node):
    times = results(lambda *_: rx.from_timer(node, 300).pipe(rx.timestamp()))
    assert [(time, item.value, item.timestamp.timestamp()) for time, item in times] == [(500, 1, 500), (800, 2, 800)]


def test_marbles():
    with marbles_testing(timespan=1.0) as (start, cold, _, exp):
        moves = cold('a---b-------|')
        assert start(moves.pipe(rx.sample_with_frequency(1 / 3))) == exp('---a--b--b--|')


def test_a_scheduler_of_threads_ticks():
    assert rx.interval(0.001, NewThreadScheduler()).pipe(rx.take(3), rx.to_list()).run() == [0, 1, 2]


def test_a_timer_in_a_scheduler_of_threads_ends_with_its_node():
    ended, ticked = threading.Event(), threading.Event()
    with rx.create_node('ends') as node:
        ticking = rx.from_timer(node, 0.001).subscribe(
            lambda _: ticked.set(), on_completed=ended.set, scheduler=NewThreadScheduler()
        )
        assert ticked.wait(60)
    ticking.dispose()  # otherwise the thread would keep the process
    assert ended.is_set()
