# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Timed operators of rxros2.rx and of reactivex on a node whose clock jumps, starts, or changes its source."""

import asyncio
import math

import pytest

pytest.importorskip('reactivex')
import reactivex
from eventually import eventually_in_loop
from observers import Seen
from reactivex import operators as ops
from reactivex.subject import Subject

from rxros2 import _core, rx
from rxros2.interfaces.sensor_msgs.msg import Range

SECOND = 1_000_000_000
YEARS = 50 * 365 * 86400 * SECOND


def stamped(node):
    message = Range()
    message.header.stamp.sec, message.header.stamp.nanosec = divmod(node.now(), SECOND)
    return message


# Each shows something new once `limit` seconds have passed since its first item.
WAITS = {
    'delay': lambda node, source, limit: source.pipe(ops.delay(limit)),
    'debounce': lambda node, source, limit: source.pipe(ops.debounce(limit)),
    'sample': lambda node, source, limit: source.pipe(ops.sample(limit)),
    'timeout': lambda node, source, limit: source.pipe(ops.timeout(limit), ops.ignore_elements()),
    'buffer_with_time': lambda node, source, limit: source.pipe(ops.buffer_with_time(limit)),
    'buffer_with_time_or_count': lambda node, source, limit: source.pipe(ops.buffer_with_time_or_count(limit, 100)),
    'window_with_time': lambda node, source, limit: source.pipe(
        ops.window_with_time(limit), ops.flat_map(lambda window: window.pipe(ops.to_list()))
    ),
    'take_with_time': lambda node, source, limit: source.pipe(ops.take_with_time(limit), ops.ignore_elements()),
    'delay_subscription': lambda node, source, limit: reactivex.of(1).pipe(
        ops.delay_subscription(limit, scheduler=node.scheduler)
    ),
    'timer': lambda node, source, limit: reactivex.timer(limit, scheduler=node.scheduler),
    'max_age': lambda node, source, limit: source.pipe(rx.max_age(limit, node), ops.ignore_elements()),
    'freshness': lambda node, source, limit: source.pipe(
        rx.freshness(limit, node), ops.filter(lambda fresh: not fresh)
    ),
}
# Ticks are those of rclcpp's timers, which begin a new period when the clock is set back.
TICKS = {
    'from_timer': lambda node, source, limit: rx.from_timer(node, limit),
    'interval': lambda node, source, limit: rx.interval(limit, node.scheduler),
    'sample_with_frequency': lambda node, source, limit: source.pipe(rx.sample_with_frequency(1 / limit)),
}


class Watched:
    """A node whose clock the test sets, a source, and the results of each operator."""

    def __init__(self, operators, limit, start, *, simulated=True):
        self.node = rx.create_node('timed')
        self.clock = _core.Clock.of(self.node._core)
        if simulated:
            self.clock.simulate(True)
            self.clock.set(start)
        self.source = Subject()
        on_node = rx.Stream(self.node, self.source._subscribe_core)
        self.seen = {name: Seen() for name in operators}
        for name, make in operators.items():
            make(self.node, on_node, limit).subscribe(self.seen[name], scheduler=self.node.scheduler)
        self.source.on_next(stamped(self.node))

    def events(self):
        return {name: len(seen.items) + len(seen.errors) + seen.completions for name, seen in self.seen.items()}

    async def set(self, time):
        self.clock.set(time)
        for _ in range(5):
            await asyncio.sleep(0)

    async def nothing_yet(self):
        assert not any(self.events().values()), self.events()

    async def all_have_seen(self):
        await eventually_in_loop(lambda: all(self.events().values()))

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.node.close()


def test_a_jump_back_leaves_the_remaining_time(run):
    async def main():
        with Watched(WAITS, 5, 1000 * SECOND) as watched:
            await watched.set(1003 * SECOND)
            await watched.set(900 * SECOND)
            await watched.set(901 * SECOND)
            await watched.nothing_yet()
            await watched.set(902 * SECOND + 1000)
            await watched.all_have_seen()

    run(main())


def test_a_jump_back_begins_a_new_period_of_ticks(run):
    async def main():
        with Watched(TICKS, 5, 1000 * SECOND) as watched:
            await watched.set(1003 * SECOND)
            await watched.set(900 * SECOND)
            await watched.nothing_yet()
            await watched.set(905 * SECOND)
            await watched.all_have_seen()

    run(main())


def test_a_jump_ahead_of_fifty_years_is_one_lapse(run):
    async def main():
        with Watched(WAITS | TICKS, 5, 1000 * SECOND) as watched:
            await watched.set(1000 * SECOND + YEARS)
            await watched.all_have_seen()
            assert max(watched.events().values()) <= 4, watched.events()

    run(main())


def test_the_first_time_of_the_clock_is_no_lapse(run):
    async def main():
        with Watched(WAITS, 5, 0) as watched:
            await watched.set(1_700_000_000 * SECOND)
            await watched.nothing_yet()
            await watched.set(1_700_000_005 * SECOND + 1000)
            await watched.all_have_seen()

    run(main())


def test_the_clock_may_begin_to_be_simulated_meanwhile(run):
    async def main():
        with Watched(WAITS, 3600, 0, simulated=False) as watched:
            watched.clock.set(100 * SECOND)
            watched.clock.simulate(True)
            await watched.set(3000 * SECOND)
            await watched.nothing_yet()
            await watched.set(3701 * SECOND)
            await watched.all_have_seen()

    run(main())


def test_throttle_first_opens_again_after_a_jump_back(run):
    throttled = {'throttle_first': lambda _, source, limit: source.pipe(ops.throttle_first(limit))}

    async def main():
        with Watched(throttled, 5, 1000 * SECOND) as watched:
            seen = watched.seen['throttle_first']
            await watched.set(1003 * SECOND)
            await watched.set(900 * SECOND)
            watched.source.on_next(2)
            assert len(seen.items) == 1
            await watched.set(902 * SECOND)
            watched.source.on_next(3)
            assert len(seen.items) == 2

    run(main())


def test_a_stamp_from_before_a_jump_back_does_not_hide_silence(run):
    async def main():
        with Watched({name: WAITS[name] for name in ('max_age', 'freshness')}, 5, 1000 * SECOND) as watched:
            late = stamped(watched.node)
            await watched.set(900 * SECOND)
            watched.source.on_next(late)  # was under way when the clock was set back
            await watched.set(904 * SECOND)
            await watched.nothing_yet()
            await watched.set(906 * SECOND)
            await watched.all_have_seen()

    run(main())


def test_the_limit_that_never_ends(run):
    async def main():
        with Watched({name: WAITS[name] for name in ('delay', 'debounce', 'timeout')}, 1e9, 1000 * SECOND) as watched:
            await watched.set(1000 * SECOND + YEARS // 2)
            await watched.nothing_yet()
            for make in (rx.max_age, rx.freshness):
                for limit in (math.nan, math.inf, -1, 0):
                    with pytest.raises(ValueError, match='expected more than 0'):
                        make(limit, watched.node)

    run(main())


def test_timestamp_shows_the_time_of_the_node(run):
    async def main():
        seen = Seen()
        with Watched({}, 1, 1000 * SECOND) as watched:
            rx.Stream(watched.node, watched.source._subscribe_core).pipe(rx.timestamp()).subscribe(seen)
            await watched.set(1003 * SECOND)
            watched.source.on_next('ahead')
            await watched.set(900 * SECOND)
            watched.source.on_next('back')
            assert [(item.value, item.timestamp.timestamp()) for item in seen.items] == [('ahead', 1003), ('back', 900)]

    run(main())


def test_many_waits(run):
    async def main():
        with Watched({}, 1, 1000 * SECOND) as watched:
            calls = []
            waits = [
                watched.node.scheduler.schedule_relative(3600 + number % 7, lambda *_: calls.append(1))
                for number in range(20_000)
            ]
            for wait in waits[: len(waits) // 2]:
                wait.dispose()
            await watched.set(5000 * SECOND)
            await eventually_in_loop(lambda: len(calls) == len(waits) // 2)

    run(main())


def test_real_waits_continue_after_the_nodes_end_and_simulated_ones_stop(run):
    async def main():
        calls = []
        for simulated in (True, False):
            with Watched({}, 1, 1000 * SECOND, simulated=simulated) as watched:
                watched.node.scheduler.schedule_relative(0.01, lambda *_, name=simulated: calls.append(name))
        await eventually_in_loop(lambda: bool(calls))
        assert calls == [False]

    run(main())
