# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Blocking waits for programs without asyncio: Blocking, a blocking view of a sub, and run() for any coroutine.

    with ros2.auto_context('my_node'):
        scans = Blocking(ros2.Sub, LaserScan, '/scan')
        print(scans.wait_for_next(timeout=1))
        for scan in scans.listen():
            ...
        response = run(ros2.Client(SetBool, '/light').call, SetBool.Request(data=True), timeout=1)

Everything runs in one event loop per process, in a thread of its own.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import inspect
from collections.abc import Callable, Coroutine, Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar

from .._sigterm import wait_until_done
from ..durations import time_limit
from .core.background import background_loop
from .core.base_sub import BaseSub, SubStatistics
from .core.listener import Listener
from .core.wait import Wait

_T = TypeVar('_T')


def run(function: Callable[..., Any], *arguments: Any, timeout: float | None = None, **options: Any) -> Any:
    """Calls `function` in the background loop, awaits its result if that is awaitable, and returns the result.

    Exceptions of the function are raised here. After `timeout` seconds (TimeoutError), on Ctrl-C and on SIGTERM the
    function is cancelled, and run() waits for its end, so that what it publishes in `finally` is sent. It sees the
    sessions and scopes of the caller. Raises RuntimeError in the background loop's own thread, which must not block.
    """
    loop = background_loop()
    context = contextvars.copy_context()

    async def call() -> Any:
        result = context.run(function, *arguments, **options)
        return await result if inspect.isawaitable(result) else result

    return _wait(loop, call, timeout)


def _wait(loop: asyncio.AbstractEventLoop, begin: Callable[[], Coroutine[Any, Any, _T]], timeout: float | None) -> _T:
    """Runs the coroutine that begin() returns in the loop, and returns its result.

    A signal may raise an exception at any point of this function. So the coroutine is made in the loop's thread.
    """
    limit = time_limit(timeout)
    try:
        running: object = asyncio.get_running_loop()
    except RuntimeError:
        running = None
    if running is not None:
        raise RuntimeError('a blocking wait was called in the thread of a running loop; expected `await` there')
    future: concurrent.futures.Future[_T] = concurrent.futures.Future()
    task: asyncio.Task[_T] | None = None

    def start() -> None:
        nonlocal task
        if not future.done():
            task = loop.create_task(begin() if limit is None else _limited(begin, limit))
            task.add_done_callback(finish)

    def finish(task: asyncio.Task[_T]) -> None:
        if task.cancelled():
            end_future()
        elif (error := task.exception()) is not None:
            future.set_exception(error)
        else:
            future.set_result(task.result())

    def cancel() -> None:
        if task is None:
            end_future()
        else:
            task.cancel()

    def end_future() -> None:
        future.cancel()
        future.set_running_or_notify_cancel()

    try:
        loop.call_soon_threadsafe(start)
        wait_until_done(future)
        return future.result()
    except BaseException:
        if not future.done():
            loop.call_soon_threadsafe(cancel)
            wait_until_done(future)  # the coroutine may publish in `finally`, with a node that is still open
        raise


async def _limited(begin: Callable[[], Coroutine[Any, Any, _T]], timeout: float) -> _T:
    try:
        return await asyncio.wait_for(begin(), timeout)
    except asyncio.TimeoutError as error:
        raise TimeoutError(str(error) or f'nothing within {timeout:g} s') from None


class Blocking(Generic[_T]):
    """A blocking view of a sub: its waits block, and its listeners are ordinary iterators.

    Call it from any thread that runs no event loop. Raises the errors of the sub: SubClosed, TimeoutError, and the
    exception by which the sub failed.
    """

    def __init__(self, sub: BaseSub[_T] | Callable[..., BaseSub[_T]], *arguments: Any, **options: Any) -> None:
        """`sub` is a class, made here with the arguments and closed by close(), or an existing sub.

        An existing sub must have been made where no loop runs, and nothing may have waited for its items yet. Raises
        ValueError for a sub of another loop.
        """
        if isinstance(sub, BaseSub):
            if sub._event_loop is not None and sub._event_loop is not background_loop():
                raise ValueError(f'{sub.name} belongs to another loop; expected one that was made where no loop runs')
            self.sub: BaseSub[_T] = sub
        else:
            self.sub = run(sub, *arguments, **options)
        self._loop = background_loop()

    def wait_for_value(
        self,
        *,
        where: Callable[[_T], bool] | None = None,
        timeout: float | None = None,
        max_age: float | None = None,
    ) -> _T:
        """Returns the latest item; waits for the first if there is none, or none of the last `max_age` seconds."""
        return self._wait(lambda: self.sub.wait_for_value(where=where, timeout=timeout, max_age=max_age))

    def wait_for_new(self, *, where: Callable[[_T], bool] | None = None, timeout: float | None = None) -> _T:
        """Returns the next item to arrive, or the latest if several arrive before this thread runs again."""
        return self._wait(lambda: self.sub.wait_for_new(where=where, timeout=timeout))

    def wait_for_next(self, *, where: Callable[[_T], bool] | None = None, timeout: float | None = None) -> _T:
        """Returns the next item to arrive."""
        return self._wait(lambda: self.sub.wait_for_next(where=where, timeout=timeout))

    def listen(self, fresh: bool = False, timeout: float | None = None) -> Iterator[_T]:
        """Iterates over items as they arrive, always the latest.

        TimeoutError if none arrives within `timeout` seconds.
        """
        return self._listen(lambda: self.sub.listen(fresh), timeout)

    def listen_reliable(
        self, fresh: bool = False, queue_size: int = 10, lifo: bool = False, timeout: float | None = None
    ) -> Iterator[_T]:
        """Iterates over every item from this call on, through its own queue of `queue_size` items (0: unbounded)."""
        return self._listen(lambda: self.sub.listen_reliable(fresh, queue_size, lifo), timeout)

    def statistics(self) -> SubStatistics:
        """Returns the counts of the sub."""
        return self.sub.statistics()

    def close(self) -> None:
        """Closes the sub; waits in other threads end."""
        self.sub.close()

    def __enter__(self) -> Blocking[_T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _wait(self, begin: Callable[[], Wait[_T]]) -> _T:
        async def wait() -> _T:
            return await begin()

        return _wait(self._loop, wait, None)

    def _listen(self, begin: Callable[[], Listener[_T]], timeout: float | None) -> Iterator[_T]:
        listener: Listener[_T] = run(begin)
        return self._items(listener, timeout)

    def _items(self, listener: Listener[_T], timeout: float | None) -> Iterator[_T]:
        async def following() -> tuple[_T, ...]:
            try:
                return (await listener.__anext__(),)
            except StopAsyncIteration:
                return ()

        try:
            while True:
                items = listener.waiting() or _wait(self._loop, following, timeout)
                if not items:
                    return
                yield items[0]
        finally:
            listener._leave()


__all__ = ['Blocking', 'run']
