# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Scopes: everything they own ends with them, and failures in them are raised unchanged."""

import asyncio

import pytest

from rxros2 import aio
from rxros2.aio.core.scope import Owned


async def forever():
    await asyncio.Event().wait()


def test_leaving_ends_tasks_and_subs(run):
    async def main():
        released = []
        async with aio.Scope() as scope:
            assert aio.Scope.current() is scope
            sub = aio.BaseSub()
            detached = aio.BaseSub(scope=None)
            task = scope.task_group.create_task(forever())
            scope.exit_stack.callback(released.append, 1)
            await asyncio.sleep(0)
        assert task.cancelled() and sub.closed and not detached.closed and released == [1]
        assert await sub.lifetime is True and await scope.finished is None
        assert aio.Scope.current(None) is None
        with pytest.raises(LookupError, match='no Scope is open here'):
            aio.Scope.current()

    run(main())


def test_failures_are_raised_unchanged(run):
    async def fail(error):
        raise error

    async def main():
        with pytest.raises(ValueError, match='body'):
            async with aio.Scope():
                raise ValueError('body')
        with pytest.raises(ValueError, match='task'):
            async with aio.Scope() as scope:
                scope.task_group.create_task(fail(ValueError('task')))
                await forever()
        assert isinstance(scope.finished.exception(), ValueError)
        with pytest.raises(ValueError, match='callback'):
            async with aio.Scope():
                sub = aio.BaseSub()

                def callback(_):
                    raise ValueError('callback')

                sub.asap_callback.append(callback)
                sub.input_data(1)
                await forever()
        with pytest.raises(BaseException) as caught:
            async with aio.Scope() as scope:
                scope.task_group.create_task(fail(ValueError('one')))
                scope.task_group.create_task(fail(KeyError('two')))
                await forever()
        assert {type(e) for e in caught.value.exceptions} == {ValueError, KeyError}

    run(main())


def test_break_leaves_the_scope_from_body_and_task(run):
    async def leave():
        raise aio.ScopeBreak

    async def main():
        async with aio.Scope() as first:
            raise aio.ScopeBreak
        async with aio.Scope() as second:
            second.task_group.create_task(leave())
            await forever()
        assert first.finished.cancelled() and second.finished.cancelled()

    run(main())


def test_cancelling_the_task_passes(run):
    async def main():
        entered = asyncio.Event()

        async def inside():
            async with aio.Scope() as scope:
                scope.task_group.create_task(forever())
                entered.set()
                await forever()

        task = asyncio.ensure_future(inside())
        await entered.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(main())


def test_cancel_and_finished(run):
    async def main():
        async with aio.Scope() as scope:
            sub = aio.BaseSub()
            scope.cancel()
            assert sub.closed
            assert aio.BaseSub().closed is False  # the body goes on
        assert scope.finished.cancelled()
        async with aio.Scope() as scope:
            sub = aio.BaseSub()
            scope.finished.cancel()
            await asyncio.sleep(0)
            assert sub.closed

    run(main())


def test_nested_scopes_and_late_attachment(run):
    async def main():
        late = aio.BaseSub(scope=None)
        async with aio.Scope() as outer:
            mine = aio.BaseSub()
            async with aio.Scope():
                inner = aio.BaseSub()
            assert inner.closed and not mine.closed and aio.Scope.current() is outer
            late.attach(outer)
        assert mine.closed and late.closed
        with pytest.raises(RuntimeError, match='entered once'):
            async with outer:
                pass
        with pytest.raises(RuntimeError, match='not open'):
            _ = aio.Scope().task_group

    run(main())


def test_scoped(run):
    @aio.scoped
    async def work(value, *, more=0):
        """Doc."""
        work.sub = aio.BaseSub()
        return value + more

    async def main():
        assert await work(1, more=2) == 3
        assert work.sub.closed and work.__doc__ == 'Doc.'

    run(main())


class Closed(Owned):
    def __init__(self, closed, fails=False):
        self.closed, self.fails = closed, fails
        self._enter(aio.AUTO_SCOPE)

    def close(self):
        self._leave()
        self.closed.append(self)
        if self.fails:
            raise ZeroDivisionError


def test_a_scope_closes_its_objects_after_the_exit_stack_despite_errors(run):
    async def main():
        closed = []
        with pytest.raises(ZeroDivisionError):
            async with aio.Scope() as scope:
                first, closed_before = Closed(closed), Closed(closed)
                closed_before.close()
                second, third = Closed(closed, fails=True), Closed(closed)
                scope.exit_stack.callback(lambda: closed.append('last words'))
                assert len(scope._owned) == 3
        assert closed == [closed_before, 'last words', third, second, first] and not scope._owned
        with pytest.raises(RuntimeError, match='not open'):
            scope._own(first)

    run(main())


async def work(done):
    await asyncio.sleep(0)
    done.append(True)


def test_join_waits_for_the_tasks(run, caplog):
    async def main():
        done = []
        async with aio.Scope() as scope:

            async def more():
                scope.task_group.create_task(work(done))

            scope.task_group.create_task(work(done))
            scope.task_group.create_task(more())
            await scope.join()
            assert len(done) == 2
            await scope.join()  # of nothing

    run(main())
    assert not caplog.records


def test_join_ends_by_the_failure_of_a_task(run):
    async def fail():
        raise ValueError('of a task')

    async def main():
        with pytest.raises(ValueError, match='of a task'):
            async with aio.Scope() as scope:
                scope.task_group.create_task(forever())
                scope.task_group.create_task(fail())
                await scope.join()

    run(main())


def test_tasks_that_are_cancelled_before_they_begin_are_reported(run, caplog):
    async def main():
        done = []
        async with aio.Scope() as scope:
            scope.task_group.create_task(work(done))
            scope.task_group.create_task(work(done))
        assert not done

    run(main())
    (record,) = caplog.records
    assert 'cancels tasks before they begin, work: `await scope.join()` waits for them' in record.getMessage()
    assert f'{__file__}:' in record.getMessage()


@pytest.mark.parametrize('end', ['begun', 'cancel', 'break'])
def test_other_ends_are_not_reported(run, caplog, end):
    async def main():
        async with aio.Scope() as scope:
            scope.task_group.create_task(forever())
            if end == 'begun':
                await asyncio.sleep(0)
            elif end == 'cancel':
                scope.cancel()
            else:
                raise aio.ScopeBreak

    run(main())
    assert not caplog.records


def test_wrong_ways_in_are_named(run):
    async def main():
        with pytest.raises(TypeError, match='entered by `async with Scope'):
            with aio.Scope():
                pass
        with pytest.raises(TypeError, match=r'write `async for item in sub.listen\(\)`'):
            async for _ in aio.BaseSub():
                pass

    run(main())


def test_an_attribute_of_a_wait_names_await(run, caplog):
    async def main():
        sub = aio.BaseSub()
        with pytest.raises(AttributeError, match=r"'data': write \(await sub.wait_for_…\(\)\).data"):
            sub.wait_for_next().data  # noqa: B018

    run(main())
    assert not caplog.records


def test_a_wait_that_is_dropped_is_reported(run, caplog):
    async def main():
        sub = aio.BaseSub()
        sub.wait_for_next()
        sub.wait_for_next().close()
        task = asyncio.ensure_future(sub.wait_for_next())
        task.cancel()
        await asyncio.wait([task])

    run(main())
    (record,) = caplog.records
    assert 'a wait of BaseSub was never awaited at ' in record.getMessage()


def test_a_wait_that_an_end_prevents_is_not_reported(run, caplog):
    async def body():
        async with aio.Scope():
            wait = aio.BaseSub().wait_for_next()
            await asyncio.Event().wait()
            await wait

    async def main():
        task = asyncio.create_task(body())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

    run(main())
    assert not caplog.records


def test_an_error_of_a_callback_in_the_last_step_is_raised(run):
    def fail(item):
        raise ValueError('of the callback')

    async def main():
        with pytest.raises(ValueError, match='of the callback'):
            async with aio.Scope():
                sub = aio.BaseSub()
                sub.asap_callback.append(fail)
                sub.input_data(1)

    run(main())


def test_join_in_a_task_of_the_scope_is_refused(run):
    async def main():
        with pytest.raises(RuntimeError, match='await it in the body of the scope'):
            async with aio.Scope() as scope:
                scope.task_group.create_task(scope.join())
                await forever()

    run(main())
