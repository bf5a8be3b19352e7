# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Rate: its times are exact by arithmetic, whatever the load of the machine; benchmarks measure lateness."""

import asyncio
import time

import pytest
from eventually import eventually_in_loop

from rxros2 import aio
from rxros2.aio.core import timer


@pytest.fixture(params=['timerfd', 'loop'])
def both_timers(request, monkeypatch):
    if request.param == 'loop':
        monkeypatch.setattr(timer.sys, 'platform', 'none')


def test_times_do_not_drift(run, both_timers):
    async def main():
        rate = aio.Rate(400)
        start = None
        async for due in rate.listen_reliable(queue_size=0):
            late = time.monotonic_ns() - due
            assert late >= 0, 'a tick is never early'
            start = due if start is None else start
            assert (due - start) % 2_500_000 == 0
            if due - start >= 100_000_000:
                break
        rate.close()
        assert rate.name == 'Rate(400 Hz)'

    run(main())


def test_a_busy_loop_gets_one_tick_not_a_burst(run, both_timers):
    async def main():
        rate = aio.Rate(100)
        ticks = rate.listen_reliable(queue_size=0)
        first = await anext(ticks)
        time.sleep(0.055)
        second = await anext(ticks)
        assert second - first >= 50_000_000 and rate.missed() >= 4
        third = await anext(ticks)
        assert (third - second) % 10_000_000 == 0
        rate.close()

    run(main())


def test_another_clock_is_followed(run, both_timers):
    async def main():
        clock = [5_000_000_000]
        rate = aio.Rate(10, time_source=lambda: clock[0])
        ticks = rate.listen_reliable(queue_size=0)
        assert isinstance(await aio.soft_wait_for(anext(ticks), 0.15), TimeoutError), 'it stands still'
        clock[0] += 1_000_000_000
        assert await anext(ticks) == 6_000_000_000
        assert rate.missed() == 9
        clock[0] = 1_000_000_000  # set back
        assert isinstance(await aio.soft_wait_for(anext(ticks), 0.25), TimeoutError)
        clock[0] += 100_000_000
        assert await anext(ticks) == 1_100_000_000
        rate.close()

    run(main())


def test_closing_stops_it(run, both_timers):
    async def main():
        rate = aio.Rate(1000)
        await rate.wait_for_next()
        rate.close()
        received = rate.statistics().received
        await asyncio.sleep(0.01)
        assert rate.statistics().received == received
        async with aio.Scope():
            other = aio.Rate(1000)
            await other.wait_for_next()
        assert other.closed

    run(main())


def test_refuses_invalid_frequencies(run):
    async def main():
        for frequency in (0, -1, float('nan'), float('inf')):
            with pytest.raises(ValueError, match='expected more than 0 Hz'):
                aio.Rate(frequency)

    run(main())


def test_a_clock_that_begins_late_begins_the_rate(run, both_timers):
    async def main():
        clock = [0]
        rate = aio.Rate(100, time_source=lambda: clock[0])
        ticks = rate.listen_reliable(queue_size=0)
        clock[0] = 1_700_000_000_000_000_000
        assert isinstance(await aio.soft_wait_for(anext(ticks), 0.05), TimeoutError), 'no tick is due yet'
        clock[0] += 10_000_000
        assert await anext(ticks) == 1_700_000_000_010_000_000 and rate.missed() == 0
        rate.close()

    run(main())


def test_extreme_frequencies(run, both_timers):
    async def main():
        for frequency in (1e-300, 1e-12):
            rate = aio.Rate(frequency)
            await asyncio.sleep(0)
            assert rate.statistics().received == 0
            await asyncio.to_thread(rate.close)
            await rate.lifetime

    run(main())


def test_a_time_source_that_raises_is_the_rates_failure(run, both_timers):
    async def main():
        times = [0, 0]
        rate = aio.Rate(1000, time_source=lambda: times.pop())
        with pytest.raises(IndexError):
            await rate.wait_for_next()
        assert rate.closed

    run(main())


def test_a_clock_that_is_set_back_leaves_the_remaining_time(run, both_timers):
    """This also holds for a step of less than a period."""

    async def main():
        ms, clock = 1_000_000, [1_000_000_000]
        rate = aio.Rate(100, time_source=lambda: clock[0])
        ticks = rate.listen_reliable(queue_size=0)
        due = clock[0] + 10 * ms
        for back in (3 * ms, 15 * ms, 900 * ms):
            clock[0] += 4 * ms
            await eventually_in_loop(lambda: rate._seen == clock[0])
            clock[0] -= back
            due -= back
            await eventually_in_loop(lambda: rate._seen == clock[0])
            assert not ticks.waiting()
            clock[0] += 6 * ms
            assert await anext(ticks) == due == clock[0]
            due += 10 * ms
        assert rate.missed() == 0
        rate.close()

    run(main())
