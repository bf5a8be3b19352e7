# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The ways in which other threads reach a loop, and in which waiting tasks are resumed."""

import asyncio
import sys
import threading
import types

import pytest
from eventually import eventually_in_loop
from loops import new_loop

from rxros2 import aio
from rxros2.aio.core import background, consumer
from rxros2.aio.core.loop_bridge import bridge_of


@pytest.fixture(params=['at once', 'in the next turn'])
def resumed(request, monkeypatch):
    """Runs a test with each of the two ways to resume a task."""
    if request.param == 'in the next turn':
        monkeypatch.setattr(consumer, '_resumes_at_once', False)
    return request.param


async def turns(count=3):
    for _ in range(count):
        await asyncio.sleep(0)


def test_a_loop_has_one_bridge_for_all_its_subs(run):
    async def main():
        bridge = bridge_of(asyncio.get_running_loop())
        assert aio.BaseSub()._bridge is bridge and aio.BaseSub()._bridge is bridge
        return bridge

    assert run(main()) is not run(main())


def test_streams_work_while_another_thread_imports_the_extension_module(run, monkeypatch):
    monkeypatch.setitem(sys.modules, 'rxros2._core', types.ModuleType('rxros2._core'))  # without its functions
    monkeypatch.setattr(background, '_loop', None)

    async def main():
        return aio.BaseSub()._bridge is bridge_of(asyncio.get_running_loop())

    assert run(main())
    loop = background.background_loop()
    assert asyncio.run_coroutine_threadsafe(main(), loop).result(60)
    loop.call_soon_threadsafe(loop.stop)


def test_functions_run_in_the_loop_in_the_order_of_their_calls(run):
    async def main():
        bridge, seen, ended = bridge_of(asyncio.get_running_loop()), [], asyncio.Event()

        def call():
            for i in range(1000):
                bridge.call(lambda i=i: seen.append((i, threading.current_thread())))
            bridge.call(ended.set)

        thread = threading.Thread(target=call)
        thread.start()
        await ended.wait()
        thread.join()
        assert seen == [(i, threading.current_thread()) for i in range(1000)]

    run(main())


def test_a_function_that_fails_is_reported_and_the_others_run(loop_kind):
    loop, reported, seen = new_loop(loop_kind), [], []
    loop.set_exception_handler(lambda _, context: reported.append(context))

    async def main():
        bridge = bridge_of(loop)
        bridge.call(lambda: 1 / 0)
        bridge.call(lambda: seen.append(1))
        while not seen:
            await asyncio.sleep(0)

    loop.run_until_complete(main())
    loop.close()
    assert [type(context['exception']) for context in reported] == [ZeroDivisionError]


def test_every_item_of_another_thread_arrives(run, resumed):
    async def main():
        sub = aio.BaseSub()
        items = sub.listen_reliable(queue_size=0)
        thread = threading.Thread(target=lambda: [sub.input_data(i) for i in range(2000)])
        thread.start()
        assert [await anext(items) for _ in range(2000)] == list(range(2000))
        thread.join()

    run(main())


def test_a_waiting_task_resumes_in_the_same_turn(run, resumed):
    """The task is resumed in the same turn or, where tasks cannot be resumed at once, in the next one."""

    async def main():
        sub, order = aio.BaseSub(), []

        async def wait():
            order.append(await sub.wait_for_next())

        task = asyncio.create_task(wait())
        await turns()
        bridge = bridge_of(asyncio.get_running_loop())
        bridge.call(lambda: sub.input_data('item'))
        bridge.call(lambda: asyncio.get_running_loop().call_soon(order.append, 'next turn'))
        await task
        await turns()
        assert order == (['item', 'next turn'] if resumed == 'at once' else ['next turn', 'item'])

    run(main())


def test_a_task_that_was_woken_may_be_cancelled_before_it_runs(run, resumed):
    async def main():
        sub, seen = aio.BaseSub(), []

        async def wait(then):
            seen.append(await sub.wait_for_next())
            then()

        tasks = [asyncio.create_task(wait(lambda: tasks[1].cancel())), asyncio.create_task(wait(lambda: None))]
        await turns()
        await asyncio.to_thread(sub.input_data, 1)
        with pytest.raises(asyncio.CancelledError):
            await tasks[1]
        await tasks[0]
        assert seen == [1]

    run(main())


def test_the_tasks_of_this_python_resume_at_once():
    """A failure costs only speed: see Waiter."""
    assert consumer.tasks_resume_at_once()


def test_detects_tasks_that_do_not_resume_at_once(monkeypatch):
    class Deferring(asyncio.tasks._PyTask):
        def _Task__wakeup(self, future):
            self._loop.call_soon(super()._Task__wakeup, future)

    class Refusing:
        def __init__(self, *_, **__):
            raise TypeError('no task')

    for kind in (Deferring, Refusing):
        monkeypatch.setattr(asyncio, 'Task', kind)
        assert not consumer.tasks_resume_at_once(), kind


def test_functions_due_beside_an_exit_are_called_later(loop_kind):
    loop, seen = new_loop(loop_kind), []

    async def main():
        bridge = bridge_of(loop)

        def stop():
            raise KeyboardInterrupt

        def call():
            bridge.call(lambda: seen.append(1))
            bridge.call(stop)
            bridge.call(lambda: seen.append(2))

        await asyncio.to_thread(call)
        await asyncio.Event().wait()

    try:
        with pytest.raises(KeyboardInterrupt):
            loop.run_until_complete(main())
        loop.run_until_complete(eventually_in_loop(lambda: seen == [1, 2]))  # the thread may be at it still
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    finally:
        loop.close()
