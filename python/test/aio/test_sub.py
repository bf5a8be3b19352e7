# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Waits and listeners: their bounds and their end."""

import asyncio
import contextvars
import datetime
import gc
import math
import signal
import threading
import time
import weakref

import pytest
from loops import new_loop

from rxros2 import aio


async def settled():
    for _ in range(3):
        await asyncio.sleep(0)


# --- waits ---


def test_waits_are_primed_when_called(run):
    async def main():
        sub = aio.BaseSub()
        first, new, value = sub.wait_for_next(), sub.wait_for_new(), sub.wait_for_value()
        for item in (10, 11, 12):
            sub.input_data(item)
        assert (await first, await new, await value) == (10, 12, 12)
        assert await sub.wait_for_value() == 12

    run(main())


def test_waits_wait(run):
    async def main():
        sub = aio.BaseSub()
        waits = [asyncio.ensure_future(w) for w in (sub.wait_for_value(), sub.wait_for_new(), sub.wait_for_next())]
        await settled()
        assert not any(w.done() for w in waits)
        threading.Thread(target=sub.input_data, args=('a',)).start()
        assert await asyncio.gather(*waits) == ['a', 'a', 'a']
        late = asyncio.ensure_future(sub.wait_for_new())
        await settled()
        assert not late.done()
        sub.input_data('b')
        assert await late == 'b'

    run(main())


def test_a_wait_is_a_coroutine_for_tasks(run):
    async def main():
        sub = aio.BaseSub()
        task = asyncio.create_task(sub.wait_for_next())
        await settled()
        sub.input_data(1)
        assert await task == 1

    run(main())


def test_none_and_false_are_items(run):
    async def main():
        sub = aio.BaseSub()
        for item in (None, False, ''):
            wait = sub.wait_for_next()
            sub.input_data(item)
            assert await wait is item
            assert await sub.wait_for_value() is item

    run(main())


def test_predicates_and_timeouts(run):
    async def main():
        sub = aio.BaseSub()
        sub.input_data(4)
        even = sub.wait_for_next(where=lambda i: i % 2 == 0)
        old = sub.wait_for_value(where=lambda i: i == 4)
        for item in (5, 6, 8):
            sub.input_data(item)
        assert await even == 6
        assert await old == 4
        start = time.monotonic()
        with pytest.raises(TimeoutError, match=r'BaseSub: nothing within 0\.05 s'):
            await sub.wait_for_next(timeout=0.05)
        assert time.monotonic() - start >= 0.05
        with pytest.raises(ZeroDivisionError):
            wait = sub.wait_for_next(where=lambda i: 1 / i)
            sub.input_data(0)
            await wait
        assert not sub.closed, 'a wait of one does not end the sub of all'
        assert sub.statistics().listeners == 0

    run(main())


def test_waits_that_are_not_awaited_keep_nothing(run):
    async def main():
        sub = aio.BaseSub()
        for _ in range(100):
            sub.wait_for_new()
            sub.listen_reliable()
            sub.listen()
        gc.collect()
        assert sub.statistics().listeners == 0

    run(main())


def test_the_garbage_collector_may_find_a_listener_at_any_moment(run):
    """The collector runs __del__ in any thread that allocates, also in one that holds the sub's lock."""

    async def main():
        sub = aio.BaseSub()
        before = gc.get_threshold()
        try:
            for allocations in range(1, 60):
                gc.set_threshold(allocations, 1000, 1000)
                for _ in range(20):
                    cycle = [sub.listen_reliable()]
                    cycle.append(cycle)
                    del cycle
                    sub.statistics()
        finally:
            gc.set_threshold(*before)
        gc.collect()
        assert sub.statistics().listeners == 0

    run(main())


# --- listeners ---


def test_listen_is_latest_only_and_reliable_is_every_item(run):
    async def main():
        sub = aio.BaseSub()
        sub.input_data(0)
        latest, every, fresh = sub.listen(), sub.listen_reliable(), sub.listen(fresh=True)
        for item in (1, 2, 3):
            sub.input_data(item)
        assert await anext(latest) == 3
        assert [await anext(every) for _ in range(4)] == [0, 1, 2, 3]
        assert await anext(fresh) == 3
        assert isinstance(await aio.soft_wait_for(anext(latest), 0.01), TimeoutError)
        assert isinstance(await aio.soft_wait_for(anext(every), 0.01), TimeoutError)
        sub.input_data(4)  # a wait that ran out has not ended the listener
        assert await anext(latest) == await anext(every) == 4

    run(main())


def test_a_full_queue_drops_the_oldest_and_counts(run):
    async def main():
        sub = aio.BaseSub()
        queue, newest_first = (
            sub.listen_reliable(queue_size=3),
            sub.listen_reliable(queue_size=3, lifo=True),
        )
        unbounded = sub.listen_reliable(queue_size=0)
        for item in range(10):
            sub.input_data(item)
        assert [await anext(queue) for _ in range(3)] == [7, 8, 9]
        assert [await anext(newest_first) for _ in range(3)] == [9, 8, 7]
        assert [await anext(unbounded) for _ in range(10)] == list(range(10))
        assert (queue.dropped, newest_first.dropped, unbounded.dropped) == (7, 7, 0)
        assert sub.statistics() == aio.SubStatistics(received=10, delivered=16, dropped=14, waiting=0, listeners=3)
        del queue, newest_first, unbounded
        assert sub.statistics() == aio.SubStatistics(received=10, delivered=16, dropped=14, waiting=0, listeners=0)
        with pytest.raises(ValueError, match='queue_size is -1; expected 0'):
            sub.listen_reliable(queue_size=-1)

    run(main())


def test_statistics_count_the_place_of_each_item(run):
    async def main():
        sub = aio.BaseSub()
        sub.asap_queue_size = 2
        every, latest = sub.listen_reliable(queue_size=3), sub.listen()
        for item in range(5):
            sub.input_data(item)  # three and one wait; two are dropped; items that listen() skips do not count
        assert sub.statistics() == aio.SubStatistics(received=5, delivered=0, dropped=2, waiting=4, listeners=2)
        assert await anext(every) == 2 and await anext(latest) == 4 and every.waiting() == (3,)
        assert sub.statistics() == aio.SubStatistics(received=5, delivered=3, dropped=2, waiting=1, listeners=2)
        await every.aclose()  # items that wait are neither dropped nor delivered
        del every, latest
        assert sub.statistics() == aio.SubStatistics(received=5, delivered=3, dropped=2, waiting=0, listeners=0)
        called = []
        sub.asap_callback.append(called.append)
        thread = threading.Thread(target=lambda: [sub.input_data(item) for item in range(5, 8)])
        thread.start()
        thread.join()  # the loop is busy: two wait for it, the oldest is dropped
        assert sub.statistics() == aio.SubStatistics(received=5, delivered=3, dropped=3, waiting=2, listeners=0)
        assert await sub.wait_for_next() == 6
        assert called == [6, 7]
        assert sub.statistics() == aio.SubStatistics(received=7, delivered=6, dropped=3, waiting=0, listeners=0)

    run(main())


def test_leaving_a_loop_releases_its_queue(run):
    async def main():
        sub = aio.BaseSub()
        sub.input_data(1)
        async for _ in sub.listen():
            break
        assert sub.statistics().listeners == 0
        async with sub.listen_reliable() as items:
            assert await anext(items) == 1
        assert sub.statistics().listeners == 0
        with pytest.raises(StopAsyncIteration):
            await anext(items)

    run(main())


def test_every_item_from_many_threads_in_order_of_each(run):
    async def main():
        sub = aio.BaseSub()
        items = sub.listen_reliable(queue_size=0)
        threads = [threading.Thread(target=lambda n=n: [sub.input_data((n, i)) for i in range(2000)]) for n in range(4)]
        for thread in threads:
            thread.start()
        got = [await anext(items) for _ in range(8000)]
        for n in range(4):
            assert [i for m, i in got if m == n] == list(range(2000))
        for thread in threads:
            thread.join()

    run(main())


def test_a_blocked_loop_keeps_memory_bounded(run):
    async def main():
        sub = aio.BaseSub()
        seen = []
        sub.asap_callback.append(seen.append)
        latest, some = sub.listen(fresh=True), sub.listen_reliable(fresh=True, queue_size=100)
        wait = asyncio.ensure_future(sub.wait_for_next())
        await settled()
        calls = []
        call = sub._bridge.call
        sub._bridge.call = lambda function: (calls.append(1), call(function))
        thread = threading.Thread(target=lambda: [sub.input_data(i) for i in range(50_000)])
        thread.start()
        thread.join()  # blocks the loop meanwhile
        assert len(calls) == 1, 'one wake-up however many items'
        await settled()
        assert len(seen) == sub.asap_queue_size
        assert await anext(latest) == 49_999
        assert [await anext(some) for _ in range(100)] == list(range(49_900, 50_000))
        assert await wait == 49_000, 'the first that callbacks let through'

    run(main())


# --- the end ---


def test_closing_wakes_waiting_tasks(run, loop_kind):
    async def main():
        for close in (lambda s: s.close(), lambda s: threading.Thread(target=s.close).start()):
            sub = aio.BaseSub()
            sub.input_data(1)

            async def count(listener):
                return [item async for item in listener]

            waits = [
                asyncio.ensure_future(sub.wait_for_next()),
                asyncio.ensure_future(sub.wait_for_new()),
            ]
            loops = [asyncio.ensure_future(count(lst)) for lst in (sub.listen(), sub.listen_reliable())]
            queued = sub.listen_reliable()
            await settled()
            close(sub)
            for wait in waits:
                with pytest.raises(aio.SubClosed, match='BaseSub is closed'):
                    await wait
            assert [await task for task in loops] == [[1], [1]]
            assert await count(queued) == [1], 'what is queued is delivered before the end'
            assert sub.closed and await sub.lifetime is True
            assert sub.input_data(2) is False
            with pytest.raises(aio.SubClosed):
                await sub.wait_for_new()
            assert await sub.wait_for_value() == 1
            sub.close()

    run(main())


def test_a_callbacks_exception_reaches_waits_and_listeners(run):
    async def main():
        sub = aio.BaseSub()

        def fail(_):
            raise ZeroDivisionError('by the user')

        sub.asap_callback.append(fail)
        wait = asyncio.ensure_future(sub.wait_for_next())
        listener = sub.listen()
        await settled()
        sub.input_data(1)
        for awaitable in (wait, anext(listener), sub.wait_for_new(), sub.lifetime):
            with pytest.raises(ZeroDivisionError, match='by the user'):
                await awaitable
        with pytest.raises(StopAsyncIteration):
            await anext(listener)

    run(main())


def test_cancelling_leaks_nothing(run):
    async def main():
        sub = aio.BaseSub()
        tasks = [asyncio.ensure_future(w) for w in (sub.wait_for_next(), sub.wait_for_new(timeout=60))]
        tasks.append(asyncio.ensure_future(anext(sub.listen())))
        await settled()
        for task in tasks:
            task.cancel()
        for task in tasks:
            with pytest.raises(asyncio.CancelledError):
                await task
        del tasks, task
        gc.collect()
        assert sub.statistics().listeners == 0

    run(main())


def test_a_sub_made_outside_a_loop_belongs_to_the_one_that_waits(run):
    sub = aio.BaseSub()
    sub.input_data(1)

    async def main():
        assert await sub.wait_for_value() == 1
        wait = asyncio.ensure_future(sub.wait_for_next())
        await settled()
        threading.Thread(target=sub.input_data, args=(2,)).start()
        assert await wait == 2

    run(main())


def test_a_closed_loop_refuses_items(run):
    subs = []

    async def main():
        subs.append(aio.BaseSub())
        subs[0].asap_callback.append(lambda _: None)

    run(main())
    refused = []
    thread = threading.Thread(target=lambda: refused.append(subs[0].input_data(1)))
    thread.start()
    thread.join()
    assert refused == [False] and subs[0].closed


def test_alive_is_set_by_the_first_item(run):
    async def main():
        sub = aio.BaseSub()
        alive = asyncio.ensure_future(sub.alive.wait())
        await settled()
        assert not alive.done()
        threading.Thread(target=sub.input_data, args=(None,)).start()
        assert await alive

    run(main())


# --- converters ---


def test_converter(run):
    async def main():
        source = aio.BaseSub()
        doubled = aio.ConverterSub(source, lambda i: 2 * i)
        same = aio.ConverterSub(source)
        wait, other = doubled.wait_for_next(), same.wait_for_next()
        source.input_data(21)
        assert (await wait, await other) == (42, 21)
        assert doubled.name == 'ConverterSub(BaseSub)'
        wait = asyncio.ensure_future(same.wait_for_next())
        await settled()
        doubled.input_data  # noqa: B018
        with pytest.raises(TypeError):
            failed = doubled.wait_for_next()
            source.input_data(None)
            await failed
        assert await wait is None, 'its error is not the others'
        assert not source.closed
        source.close()
        assert same.closed, 'it ends with its source'

    run(main())


def test_closing_a_converter_leaves_its_source(run):
    async def main():
        source = aio.BaseSub()
        converter = aio.ConverterSub(source)
        converter.close()
        assert not source.closed and source.asap_callback == []

    run(main())


# --- waking ---


def test_a_task_may_cancel_another_that_is_being_woken(run):
    async def main():
        sub, order = aio.BaseSub(), []
        waits = [sub.wait_for_next(), sub.wait_for_next()]

        async def first():
            order.append(await waits[0])
            tasks[1].cancel()

        tasks = [asyncio.ensure_future(first()), asyncio.ensure_future(waits[1])]
        await settled()
        await asyncio.to_thread(sub.input_data, 1)
        with pytest.raises(asyncio.CancelledError):
            await tasks[1]
        await tasks[0]
        assert order == [1] and sub.statistics().listeners == 0

    run(main())


def test_a_woken_task_runs_in_its_own_context(run):
    variable = contextvars.ContextVar('variable', default='none')

    async def main():
        sub, seen = aio.BaseSub(), []

        async def wait(value):
            variable.set(value)
            await sub.wait_for_next()
            seen.append((value, variable.get(), asyncio.current_task().get_name()))

        tasks = [asyncio.create_task(wait(value), name=value) for value in 'ab']
        await settled()
        await asyncio.to_thread(sub.input_data, 1)
        await asyncio.gather(*tasks)
        assert seen == [('a', 'a', 'a'), ('b', 'b', 'b')] and variable.get() == 'none'

    run(main())


@pytest.mark.parametrize('error', [KeyboardInterrupt, SystemExit])
def test_the_end_of_a_loop_wakes_all_tasks(loop_kind, error):
    loop = new_loop(loop_kind)
    sub, seen = aio.BaseSub(), []

    async def wait(ends):
        seen.append(await sub.wait_for_next())
        if ends:
            raise error

    tasks = [loop.create_task(wait(ends)) for ends in (True, False)]
    loop.run_until_complete(settled())
    thread = threading.Thread(target=sub.input_data, args=(1,))
    thread.start()
    with pytest.raises(error):
        loop.run_until_complete(asyncio.gather(*tasks))
    loop.run_until_complete(asyncio.wait_for(asyncio.shield(tasks[1]), 60))
    thread.join()
    assert seen == [1, 1]
    loop.close()


def test_statistics_contain_the_rate(run, monkeypatch):
    async def main():
        now = 100.0
        monkeypatch.setattr('rxros2.aio.core.base_sub.time.perf_counter', lambda: now)
        sub = aio.BaseSub()
        assert sub.statistics().rate == 0
        sub.input_data(0)
        assert sub.statistics().rate == 0  # one item has no gap
        for item in range(100):
            now += 0.01
            sub.input_data(item)
        assert sub.statistics().rate == pytest.approx(100) and sub.statistics().received == 101
        for item in range(100):
            now += 0.1
            sub.input_data(item)
        assert sub.statistics().rate == pytest.approx(10, rel=0.02)  # lately, not over all
        now += 4
        assert sub.statistics().rate == pytest.approx(0.25)  # silent for 4 s
        sub.close()

    run(main())


# --- several tasks at one listener ---


def test_tasks_that_share_a_listener_get_all_items_and_its_end(run):
    async def main():
        sub = aio.BaseSub(scope=None)
        listener = sub.listen_reliable(queue_size=0)
        got = []

        async def work():
            async for item in listener:
                got.append(item)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(work()) for _ in range(3)]
        await settled()
        for i in range(5):
            sub.input_data(i)
            await settled()
        thread = threading.Thread(target=lambda: [sub.input_data(i) for i in range(5, 500)])
        thread.start()
        await asyncio.to_thread(thread.join)
        sub.close()
        await asyncio.gather(*tasks)
        assert sorted(got) == list(range(500))

    run(main())


def test_an_item_whose_task_is_cancelled_goes_to_another(run):
    async def main():
        sub = aio.BaseSub(scope=None)
        listener = sub.listen_reliable()
        first = asyncio.create_task(anext(listener))
        second = asyncio.create_task(anext(listener))
        await settled()
        sub.input_data(1)
        first.cancel()
        assert await second == 1
        assert first.cancelled()
        limited = asyncio.create_task(aio.soft_wait_for(anext(listener), 0.01))
        patient = asyncio.create_task(anext(listener))
        assert isinstance(await limited, TimeoutError)
        sub.input_data(2)
        assert await patient == 2
        sub.close()

    run(main())


@pytest.mark.parametrize('elsewhere', [False, True])
def test_leaving_a_listener_ends_the_iterations_of_others(run, elsewhere):
    async def main():
        sub = aio.BaseSub(scope=None)
        listener = sub.listen_reliable()

        async def count():
            return len([item async for item in listener])

        tasks = [asyncio.create_task(count()) for _ in range(2)]
        await settled()
        if elsewhere:
            await asyncio.to_thread(listener._leave)
        else:
            await listener.aclose()
        assert await asyncio.gather(*tasks) == [0, 0]
        assert not sub.closed and sub.statistics().listeners == 0

    run(main())


def test_a_queue_of_one_item_counts_what_it_drops(run):
    async def main():
        sub = aio.BaseSub(scope=None)
        reliable, latest = sub.listen_reliable(queue_size=1), sub.listen()
        for i in range(3):
            sub.input_data(i)
        assert reliable.dropped == 2 and latest.dropped == 0
        assert await anext(reliable) == await anext(latest) == 2

    run(main())


# --- user code that interrupts ---


def test_a_signal_handler_may_put_items_at_any_point(run):
    async def main():
        sub = aio.BaseSub(scope=None)
        every, latest = sub.listen_reliable(queue_size=0), sub.listen()
        signals = 0

        def handle(*_):
            nonlocal signals
            signals += 1
            sub.input_data(('signal', signals))

        former = signal.signal(signal.SIGALRM, handle)
        signal.setitimer(signal.ITIMER_REAL, 0.0003, 0.0003)
        put = 0
        try:
            while signals < 200:
                for _ in range(50):
                    sub.input_data(('loop', put))
                    put += 1
                sub.statistics()
                sub.wait_for_new().close()
                await asyncio.sleep(0)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, former)
        got = []
        while items := every.waiting():
            got += items
        for source, count in (('loop', put), ('signal', signals)):
            numbers = [number for name, number in got if name == source]
            assert sorted(numbers) == list(range(source == 'signal', count + (source == 'signal')))
        assert sub.statistics().received == put + signals
        assert await anext(latest) == got[-1]

    run(main())


def test_dropped_items_are_destroyed_without_the_lock(run):
    async def main():
        sub = aio.BaseSub(scope=None)
        free = []

        class Item:
            def __del__(self):
                thread = threading.Thread(target=lambda: free.append(sub.statistics().received))
                thread.start()
                thread.join(60)  # for ever, if the lock is held here

        def elsewhere():
            # Not in the loop's thread: a listener of two items, a latest value, a latest-only listener.
            for _ in range(5):
                sub.input_data(Item())

        queues = [sub.listen_reliable(queue_size=2), sub.listen(), sub.listen_reliable(queue_size=3)]
        await asyncio.to_thread(elsewhere)
        before = len(free)
        assert before >= 2
        await queues[2].aclose()
        del queues[:]
        sub.input_data(None)
        gc.collect()
        assert len(free) == 5

    run(main())


def test_a_dropped_sub_is_freed_without_the_garbage_collector(run):
    async def main():
        gc.disable()
        try:
            sub = aio.BaseSub(scope=None)
            sub.input_data(object())
            dropped = weakref.ref(sub)
            del sub
            assert dropped() is None
        finally:
            gc.enable()

    run(main())


def test_a_callback_that_raises_cancellederror_fails_the_sub(run):
    async def main():
        failing, other = aio.BaseSub(scope=None), aio.BaseSub(scope=None)

        def fail(_):
            raise asyncio.CancelledError

        failing.asap_callback.append(fail)
        got = []
        other.asap_callback.append(got.append)

        def elsewhere():
            failing.input_data(1)
            other.input_data(2)

        waiting = asyncio.ensure_future(other.wait_for_next())
        await settled()
        await asyncio.to_thread(elsewhere)
        assert await waiting == 2 and got == [2]
        assert failing.closed and not other.closed

    run(main())


# --- limits of time ---


def test_infinite_and_invalid_limits(run):
    async def main():
        sub = aio.BaseSub(scope=None)
        for endless in (math.inf, 1e300, datetime.timedelta.max):
            waits = [wait(timeout=endless) for wait in (sub.wait_for_value, sub.wait_for_new, sub.wait_for_next)]
            tasks = [asyncio.ensure_future(wait) for wait in waits]
            await settled()
            sub.input_data(1)
            assert await asyncio.gather(*tasks) == [1, 1, 1]
            sub._value = aio.core.base_sub._NOTHING
        for wait in (sub.wait_for_value, sub.wait_for_new, sub.wait_for_next):
            with pytest.raises(TimeoutError, match='nothing within 0 s'):
                await wait(timeout=-1)
            with pytest.raises(ValueError, match='timeout is nan'):
                wait(timeout=math.nan)
        assert sub.statistics().listeners == 0

    run(main())


def test_a_converter_that_raises_cancellederror_leaves_its_source(run):
    async def main():
        def cancel(_):
            raise asyncio.CancelledError

        source = aio.BaseSub(scope=None)
        bad, good = aio.ConverterSub(source, cancel, scope=None), aio.ConverterSub(source, scope=None)
        following = good.wait_for_next()
        source.input_data(1)
        assert await following == 1
        assert bad.closed and not source.closed

    run(main())
