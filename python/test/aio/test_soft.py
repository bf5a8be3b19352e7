# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Soft timeouts are returned instead of raised, and lose no cancellation."""

import asyncio
import math

import pytest

from rxros2 import aio


def test_soft_wait_for(run):
    async def main():
        assert await aio.soft_wait_for(asyncio.sleep(0, 'done'), 10) == 'done'
        assert isinstance(await aio.soft_wait_for(asyncio.sleep(10), 0.001), TimeoutError)
        assert await aio.soft_wait_for(asyncio.sleep(0.001, 'no limit'), None) == 'no limit'

        async def fail():
            raise KeyError('inner')

        with pytest.raises(KeyError, match='inner'):
            await aio.soft_wait_for(fail(), 10)

        async def own_timeout():
            raise TimeoutError('its own')

        with pytest.raises(TimeoutError, match='its own'):
            await aio.soft_wait_for(own_timeout(), 10)

    run(main())


def test_soft_wait_for_ends_its_awaitable(run):
    async def main():
        ended = []

        async def slow():
            try:
                await asyncio.sleep(10)
            finally:
                await asyncio.sleep(0.01)
                ended.append(True)

        assert isinstance(await aio.soft_wait_for(slow(), 0.01), TimeoutError)
        assert ended == [True], 'it has ended when the answer is there'
        outer = asyncio.ensure_future(aio.soft_wait_for(slow(), 10))
        await asyncio.sleep(0.01)
        outer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await outer
        assert ended == [True, True], 'cancelling the outer cancels the inner'

    run(main())


def test_soft_timeout(run):
    async def main():
        async with aio.soft_timeout(0.001) as timed_out:
            await asyncio.sleep(10)
            pytest.fail('not reached')
        assert timed_out() is True
        async with aio.soft_timeout(10) as timed_out:
            await asyncio.sleep(0)
        assert timed_out() is False
        with pytest.raises(TimeoutError, match='own'):
            async with aio.soft_timeout(10):
                raise TimeoutError('own')

    run(main())


def test_soft_timeout_keeps_a_cancellation_from_outside(run):
    async def main():
        survived = []

        async def inside():
            async with aio.soft_timeout(10):
                await asyncio.sleep(10)
            survived.append(True)

        task = asyncio.ensure_future(inside())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not survived

    run(main())


def test_infinite_and_invalid_limits(run):
    async def main():
        for endless in (None, math.inf, 1e300):
            assert await aio.soft_wait_for(asyncio.sleep(0, 1), endless) == 1
            async with aio.soft_timeout(endless) as timed_out:
                await asyncio.sleep(0)
            assert not timed_out()
        assert isinstance(await aio.soft_wait_for(asyncio.Event().wait(), -1), TimeoutError)
        event = asyncio.Event()
        with pytest.raises(ValueError, match='timeout is nan'):
            await aio.soft_wait_for(event, math.nan)
        with pytest.raises(ValueError, match='timeout is nan'):
            async with aio.soft_timeout(math.nan):
                pass

    run(main())
