# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""WaitTimer: a wait in a node's time keeps its remaining time, whatever happens to the node's clock."""

import asyncio
import datetime
import math
import sys
import types

import pytest
from eventually import eventually_in_loop

from rxros2 import _core, durations
from rxros2.aio import ros2
from rxros2.aio.ros2.wait_timer import WaitTimer
from rxros2.backing.rclpy_endpoints import WaitClock

SECOND = 1_000_000_000
YEARS = 50 * 365 * 86400 * SECOND


@pytest.fixture(scope='module')
def node():
    with ros2.Node('wait_timer') as node:
        yield node


@pytest.fixture
def clock(node):
    """The node's clock, simulated and at 1000 s."""
    clock = _core.Clock.of(node._core)
    clock.simulate(True)
    clock.set(1000 * SECOND)
    yield clock
    clock.simulate(False)


class Waits:
    """A timer that counts its calls."""

    def __init__(self, node):
        self.calls = 0
        self.timer = WaitTimer(ros2.Session(node).backing.wait_clock(), asyncio.get_running_loop(), self._due)

    def _due(self):
        self.calls += 1


async def turns():
    """Runs everything that is ready."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_wait_takes_its_time_of_the_simulated_clock(run, node, clock):
    async def main():
        waits = Waits(node)
        waits.timer.arm(5 * SECOND)
        clock.set(1004 * SECOND)
        await turns()
        assert waits.calls == 0
        clock.set(1005 * SECOND)
        await eventually_in_loop(lambda: waits.calls == 1)
        clock.set(1100 * SECOND)
        await turns()
        assert waits.calls == 1
        waits.timer.close()

    run(main())


def test_a_jump_back_leaves_the_remaining_time(run, node, clock):
    async def main():
        waits = Waits(node)
        waits.timer.arm(5 * SECOND)
        clock.set(1003 * SECOND)
        clock.set(900 * SECOND)
        clock.set(901 * SECOND)
        clock.set(10 * SECOND)
        await turns()
        assert waits.calls == 0
        clock.set(11 * SECOND)
        await eventually_in_loop(lambda: waits.calls == 1)
        waits.timer.close()

    run(main())


def test_a_jump_ahead_is_a_lapse_whatever_its_size(run, node, clock):
    async def main():
        waits = Waits(node)
        before = waits.timer.now()
        waits.timer.arm(3600 * SECOND)
        clock.set(1000 * SECOND + YEARS)
        await eventually_in_loop(lambda: waits.calls == 1)
        assert waits.timer.now() - before == YEARS
        for _ in range(10):  # the sum of all steps stays within its integer
            clock.set(1)
            clock.set((1 << 63) - 1)
        assert waits.timer.now() == (1 << 63) - 1
        waits.timer.close()

    run(main())


def test_the_first_time_is_no_lapse(run, node, clock):
    async def main():
        clock.set(0)
        waits = Waits(node)
        before = waits.timer.now()
        waits.timer.arm(5 * SECOND)
        clock.set(1_700_000_000 * SECOND)
        await turns()
        assert waits.calls == 0 and waits.timer.now() == before
        clock.set(1_700_000_005 * SECOND)
        await eventually_in_loop(lambda: waits.calls == 1)
        waits.timer.close()

    run(main())


def test_simulated_time_may_be_switched_on_and_off_meanwhile(run, node, clock):
    async def main():
        clock.simulate(False)
        waits = Waits(node)
        waits.timer.arm(3600 * SECOND)
        clock.set(0)
        clock.simulate(True)
        await turns()
        clock.set(5 * SECOND)
        await turns()
        assert waits.calls == 0
        clock.set(3605 * SECOND)
        await eventually_in_loop(lambda: waits.calls == 1)
        waits.timer.arm(50_000_000)
        await turns()
        assert waits.calls == 1, 'simulated time stands still'
        clock.simulate(False)
        await eventually_in_loop(lambda: waits.calls == 2)
        waits.timer.close()

    run(main())


def test_a_disarmed_or_closed_timer_does_not_call(run, node, clock):
    async def main():
        first, second = Waits(node), Waits(node)
        first.timer.arm(SECOND)
        second.timer.arm(SECOND)
        first.timer.disarm()
        second.timer.close()
        second.timer.close()
        clock.set(1002 * SECOND)
        await turns()
        assert first.calls == second.calls == 0
        first.timer.arm(0)
        await eventually_in_loop(lambda: first.calls == 1)
        first.timer.arm(1 << 70)
        clock.set(1000 * SECOND + YEARS)
        await turns()
        assert first.calls == 1
        first.timer.close()

    run(main())


def test_durations():
    assert durations.nanoseconds('it', 1.5) == 1_500_000_000
    assert durations.nanoseconds('it', datetime.timedelta(milliseconds=2)) == 2_000_000
    for endless in (math.inf, 1e300, 10**400, datetime.timedelta.max):
        assert durations.nanoseconds('it', endless) == durations.FOREVER
        assert durations.time_limit(endless) is None
    assert durations.nanoseconds('it', -math.inf) == -durations.FOREVER
    assert durations.time_limit(None) is None
    assert durations.time_limit(-1) == 0
    assert durations.time_limit(datetime.timedelta(seconds=3)) == 3
    with pytest.raises(ValueError, match='timeout is nan; expected seconds'):
        durations.time_limit(math.nan)
    with pytest.raises(TypeError, match="the period is '1'; expected seconds"):
        durations.nanoseconds('the period', '1')


class TheirClock:
    """The part of rclpy's clock that is used."""

    def __init__(self):
        self.ros_time_is_active, self.time, self.handlers = False, 0, []

    def now(self):
        return types.SimpleNamespace(nanoseconds=self.time)

    def create_jump_callback(self, threshold, *, post_callback):
        assert (threshold.min_forward, threshold.min_backward, threshold.on_clock_change) == (1, -1, True)
        self.handlers.append(post_callback)
        return types.SimpleNamespace(unregister=lambda: self.handlers.remove(post_callback))

    def simulate(self, on):
        self.ros_time_is_active = on
        self.notify()

    def set(self, nanoseconds):
        self.time = nanoseconds
        self.notify()

    def notify(self):
        for handler in list(self.handlers):
            handler(None)


def test_the_clock_of_a_node_of_rclpy_counts_as_ours(run, monkeypatch):
    clocks = types.ModuleType('rclpy.clock')
    clocks.JumpThreshold = types.SimpleNamespace
    durations_ = types.ModuleType('rclpy.duration')
    durations_.Duration = lambda nanoseconds: nanoseconds
    monkeypatch.setitem(sys.modules, 'rclpy', types.ModuleType('rclpy'))
    monkeypatch.setitem(sys.modules, 'rclpy.clock', clocks)
    monkeypatch.setitem(sys.modules, 'rclpy.duration', durations_)

    async def main():
        clock, calls = TheirClock(), []
        node = types.SimpleNamespace(rclpy=types.SimpleNamespace(get_clock=lambda: clock))
        timer = WaitTimer(WaitClock(node), asyncio.get_running_loop(), lambda: calls.append(clock.time))
        timer.arm(5 * SECOND)
        clock.simulate(True)
        for second in (1_700_000_000, 1_700_000_003, 10, 11):
            clock.set(second * SECOND)
            await turns()
            assert not calls
        clock.set(13 * SECOND)
        await eventually_in_loop(lambda: calls == [13 * SECOND])
        timer.arm(20_000_000)
        await turns()
        clock.simulate(False)
        await eventually_in_loop(lambda: len(calls) == 2)
        timer.close()
        assert not clock.handlers

    run(main())
