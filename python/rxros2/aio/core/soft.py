# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Timeouts that are returned or reported instead of raised."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

if sys.version_info >= (3, 11):
    from asyncio import timeout as _timeout
else:
    from taskgroup import timeout as _timeout

from ...durations import time_limit

_T = TypeVar('_T')


async def soft_wait_for(aw: Awaitable[_T], timeout: float | None) -> _T | TimeoutError:
    """Returns the result of `aw`, or a TimeoutError (returned, not raised) after `timeout` seconds.

    On timeout `aw` is cancelled and has ended when this returns; a result that it still delivers is returned.
    Exceptions of `aw` are raised. Cancelling this call cancels `aw`.
    """
    limit = time_limit(timeout)
    task = asyncio.ensure_future(aw)
    try:
        await asyncio.wait({task}, timeout=limit)
        if task.done():
            return task.result()
        task.cancel()
        await asyncio.wait({task})
    except asyncio.CancelledError:
        if not task.done():
            task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.wait({task})
        if task.done() and not task.cancelled():
            task.exception()  # marks it as retrieved for asyncio; the cancellation is raised
        raise
    if task.cancelled():
        return TimeoutError(f'no result within {limit:g} s')
    return task.result()


@asynccontextmanager
async def soft_timeout(timeout: float | None) -> AsyncIterator[Callable[[], bool]]:
    """`async with soft_timeout(1) as timed_out:` leaves the block after a second; timed_out() then returns True.

    It swallows only its own timeout: a cancellation from outside and a TimeoutError of the block are raised.
    """
    expired = False

    def timed_out() -> bool:
        return expired

    try:
        async with _timeout(time_limit(timeout)) as limit:
            yield timed_out
    except TimeoutError:
        if not limit.expired():
            raise
        expired = True


__all__ = ['soft_timeout', 'soft_wait_for']
