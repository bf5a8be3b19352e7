# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Consumer: the queue of one listener or wait of a sub; Waiter: what a task awaits until there is something in it."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from contextvars import Context
from typing import Any, Generic, Protocol, TypeVar

from .loop_bridge import LoopBridge

_MsgType = TypeVar('_MsgType')


class SubClosed(RuntimeError):
    """The sub was closed while, or before, somebody waited for an item."""


class Waiter:
    """What one task awaits, once: a future of the documented kind (asyncio.isfuture), and one that can resume at once.

    asyncio.Future lets the loop call what the task gave to add_done_callback(), in its next turn; resume() calls it
    here and now. That this runs the task up to its next await is how CPython's tasks are made, and documented nowhere.
    So it is tried out when this module is imported; where it does not hold resume() is schedule(), which does what
    asyncio.Future does and costs the turn. In the loop's thread.
    """

    __slots__ = ('_asyncio_future_blocking', '_context', '_done', '_error', '_loop', '_resume')

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._asyncio_future_blocking = False
        self._resume: Callable[[Any], object] | None = None
        self._context: Context | None = None
        self._done = False
        self._error: BaseException | None = None

    def __await__(self) -> Generator[Any, None, None]:
        if not self._done:
            self._asyncio_future_blocking = True
            yield self
        self.result()

    def end(self, bridge: LoopBridge | None, error: BaseException | None = None) -> None:
        """Ends the wait; a second call does nothing. The task runs in this turn of the bridge, else in the next."""
        if self._done:
            return
        self._done = True
        self._error = error
        if bridge is not None and bridge.draining:
            bridge.ended.append(self)
        else:
            self.schedule()

    def schedule(self) -> None:
        """The task runs in the loop's next turn."""
        if self._resume is not None:
            self._loop.call_soon(self._resume, self, context=self._context)

    def resume(self) -> None:
        """Runs the task up to what it awaits next, while no other runs."""
        if not _resumes_at_once:
            self.schedule()
        elif self._resume is not None and self._context is not None:
            self._context.run(self._resume, self)

    # What asyncio.Task asks of a future.

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    def add_done_callback(self, resume: Callable[[Any], object], *, context: Context) -> None:
        self._resume = resume
        self._context = context
        if self._done:
            self.schedule()

    def result(self) -> None:
        if self._error is not None:
            raise self._error

    def done(self) -> bool:
        return self._done

    def cancel(self, msg: Any = None) -> bool:
        if self._done:
            return False
        self.end(None, asyncio.CancelledError(*(() if msg is None else (msg,))))
        return True


class _Trial:
    """As much of a loop as one task needs to begin."""

    def __init__(self) -> None:
        self.begin: Callable[[], object] = lambda: None

    def get_debug(self) -> bool:
        return False

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> Any:
        self.begin = lambda: (context or Context()).run(callback, *args)

    def call_exception_handler(self, context: object) -> None:
        """A task that does not resume at once is left pending."""


def tasks_resume_at_once() -> bool:
    """Whether a task of this Python runs when what it gave to add_done_callback() is called."""
    went_on: list[bool] = []

    def tried() -> None:
        loop: Any = _Trial()
        waiter = Waiter(loop)

        async def wait() -> None:
            await waiter
            went_on.append(True)

        waiting = wait()
        try:
            asyncio._set_running_loop(loop)
            task = asyncio.Task(waiting, loop=loop)
            loop.begin()
            waiter._done = True
            if waiter._resume is not None and waiter._context is not None:
                waiter._context.run(waiter._resume, waiter)
            del task
        except Exception:
            went_on.clear()
        finally:
            waiting.close()

    # Not here, where a loop and a task of it may be running.
    thread = threading.Thread(target=tried, name='rxros2-trial')
    thread.start()
    thread.join()
    return bool(went_on)


_resumes_at_once = tasks_resume_at_once()


class Owner(Protocol):
    """What a consumer asks of its sub."""

    @property
    def name(self) -> str: ...
    def _bound_loop(self) -> asyncio.AbstractEventLoop: ...


class Consumer(Generic[_MsgType]):
    """The queue of one listener or wait, which several tasks may share. Guarded by the sub's lock.

    `waiters` belong to the loop, and each is ended for one item.
    """

    def __init__(
        self,
        lock: threading.RLock,
        size: int | None,
        *,
        stream: bool = False,
        first_only: bool = False,
        latest_only: bool = False,
        where: Callable[[_MsgType], bool] | None = None,
    ) -> None:
        """`stream`: its end is that of an iteration. `first_only`: a full queue keeps what it has.

        `latest_only`: what makes room in a full queue is skipped, not dropped.
        """
        self._lock = lock
        self._stream = stream
        self.items: deque[_MsgType] = deque(maxlen=size)
        self.first_only = first_only
        self.latest_only = latest_only
        self.where = where
        self.loop: asyncio.AbstractEventLoop | None = None
        self.waiters: deque[Waiter] = deque()
        self.delivered = self.dropped = 0
        self.ended = False
        self.error: BaseException | None = None

    def put(self, item: _MsgType, bridge: LoopBridge | None, removed: list[_MsgType]) -> bool:
        """Keeps the item as the rules of this consumer say, and ends a wait if there is one.

        `bridge`: the loop's. Not in its thread nothing is ended, and it is true if somebody waits: see wake(). An item
        that makes room goes to `removed`, so that it is not destroyed under the lock.
        """
        items = self.items
        if len(items) == items.maxlen:
            if self.first_only:
                return False
            try:
                removed.append(items[0])
            except IndexError:  # its reader, which takes no lock, was faster: there is room
                pass
            else:
                self.dropped += not self.latest_only
        items.append(item)
        if not self.waiters:
            return False
        if bridge is None or bridge.thread != threading.get_ident():
            return True
        self._end_wait(bridge)
        return False

    def end(self, error: BaseException | None) -> None:
        """There will be no more items, because of `error` or since the sub was closed. A second call does nothing."""
        if not self.ended:
            self.ended = True
            self.error = error

    def abandon(self) -> None:
        """Drops the items and ends the consumer; wake() then ends its waits."""
        self.items.clear()
        self.ended = True
        self.error = None

    def wake(self, bridge: LoopBridge | None) -> None:
        """Ends as many waits as there are items; all, if no more will come. Loop's thread."""
        if self.waiters and (self.items or self.ended):
            for _ in range(len(self.waiters) if self.ended else min(len(self.waiters), len(self.items))):
                self._end_wait(bridge)

    def _end_wait(self, bridge: LoopBridge | None) -> None:
        """Ends the oldest wait that has not ended by itself."""
        waiters = self.waiters
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.end(bridge)
                return

    def taken(self) -> None:
        """There is room for an item. Any thread; called without the lock, and only where somebody took one."""

    async def take(self, sub: Owner, newest: bool = False, timeout: float | None = None) -> _MsgType:
        """The next item, or the `newest`. If there will be none: SubClosed, or what it ended of."""
        expiry: asyncio.TimerHandle | None = None
        deadline: float | None = None
        waiter: Waiter | None = None
        try:
            while True:
                with self._lock:
                    if self.items:
                        self.delivered += 1
                        return self.items.pop() if newest else self.items.popleft()
                    if self.ended:
                        raise self._end_of(sub)
                    loop = self.loop
                    if loop is None:
                        loop = self.loop = sub._bound_loop()
                    waiter = Waiter(loop)
                    self.waiters.append(waiter)
                    if self.items or self.ended:  # a signal's handler ran between these lines
                        self.waiters.remove(waiter)
                        waiter = None
                        continue
                if timeout is not None:
                    deadline = loop.time() + timeout if deadline is None else deadline
                    if expiry is not None:
                        expiry.cancel()
                    expiry = loop.call_at(deadline, _expire, waiter, sub.name, timeout)
                await waiter
                waiter = None
        finally:
            if expiry is not None:
                expiry.cancel()
            if waiter is not None:  # cancelled, or too late: what it was woken for is another's
                with suppress(ValueError):
                    self.waiters.remove(waiter)
                self.wake(None)

    def _end_of(self, sub: Owner) -> BaseException:
        error = self.error
        if not self._stream:
            return error or SubClosed(f'{sub.name} is closed')
        self.error = None  # an iteration fails once
        return error or StopAsyncIteration()


def _expire(waiter: Waiter, name: str, timeout: float) -> None:
    waiter.end(None, TimeoutError(f'{name}: nothing within {timeout:g} s'))
