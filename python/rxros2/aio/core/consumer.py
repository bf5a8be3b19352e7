# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Consumer: the queue of one listener or wait of a sub. Waiter: the future that a task awaits while it is empty."""

from __future__ import annotations

import _thread
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
    """The sub was closed before or while a task waited for an item."""


class Waiter:
    """The future that one task awaits once. Unlike asyncio.Future it can resume the task at once.

    asyncio.Future makes the loop call the function given to add_done_callback() in its next turn; resume() calls it
    immediately. That this runs the task up to its next await is a property of CPython's tasks that is not documented,
    so it is tested when this module is imported. If the test fails, resume() is schedule(), which does what
    asyncio.Future does and costs one turn of the loop. Loop's thread.
    docs/explanation/design/waiter.md has the reasons.
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
        """Ends the wait; a second call does nothing.

        The task runs in this turn of the bridge if it is draining, else in the next.
        """
        if self._done:
            return
        self._done = True
        self._error = error
        if bridge is not None and bridge.draining:
            bridge.ended.append(self)
        else:
            self.schedule()

    def schedule(self) -> None:
        """Makes the task run in the loop's next turn."""
        if self._resume is not None:
            self._loop.call_soon(self._resume, self, context=self._context)

    def resume(self) -> None:
        """Runs the task up to its next await, before any other task."""
        if not _resumes_at_once:
            self.schedule()
        elif self._resume is not None and self._context is not None:
            self._context.run(self._resume, self)

    # The functions that asyncio.Task calls on a future.

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Returns the loop of the task."""
        return self._loop

    def add_done_callback(self, resume: Callable[[Any], object], *, context: Context) -> None:
        """Stores the function that resumes the task."""
        self._resume = resume
        self._context = context
        if self._done:
            self.schedule()

    def result(self) -> None:
        """Raises the error of the wait, if there is one."""
        if self._error is not None:
            raise self._error

    def done(self) -> bool:
        """Returns whether the wait has ended."""
        return self._done

    def cancel(self, msg: Any = None) -> bool:
        """Ends the wait by CancelledError. Returns False if it had ended."""
        if self._done:
            return False
        self.end(None, asyncio.CancelledError(*(() if msg is None else (msg,))))
        return True


class _Trial:
    """The smallest loop in which a task can begin; for tasks_resume_at_once()."""

    def __init__(self) -> None:
        self.begin: Callable[[], object] = lambda: None

    def get_debug(self) -> bool:
        return False

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> Any:
        self.begin = lambda: (context or Context()).run(callback, *args)

    def call_exception_handler(self, context: object) -> None:
        """Ignores the error: a task that does not resume at once is left pending."""


def tasks_resume_at_once() -> bool:
    """Returns whether a task runs immediately when the function given to add_done_callback() is called."""
    resumed: list[bool] = []

    def tried() -> None:
        loop: Any = _Trial()
        waiter = Waiter(loop)

        async def wait() -> None:
            await waiter
            resumed.append(True)

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
            resumed.clear()
        finally:
            waiting.close()
            ended.release()

    # In another thread, as a loop and one of its tasks may be running in this one. Not by threading, because a program
    # in a replay may be the first to import this module, and a replay reports the threads that its program starts.
    ended = threading.Lock()  # held until the other thread has ended
    ended.acquire()
    _thread.start_new_thread(tried, ())
    ended.acquire()
    return bool(resumed)


_resumes_at_once = tasks_resume_at_once()


class Owner(Protocol):
    """The functions of a sub that its consumers call."""

    @property
    def name(self) -> str:
        """Name of the sub, for error messages."""

    def _bound_loop(self) -> asyncio.AbstractEventLoop: ...


class Consumer(Generic[_MsgType]):
    """The queue of one listener or wait, which several tasks may share. Guarded by the sub's lock.

    `waiters` belong to the loop's thread; each is ended for one item.
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
        dropped_one: Callable[[], bool] | None = None,
    ) -> None:
        """`stream`: it ends as an iteration does. `first_only`: a full queue keeps its items and drops new ones.

        `latest_only`: an item that leaves a full queue counts as skipped, not as dropped. `dropped_one` is called,
        under the lock, when an item was dropped; it returns True if the loop has to be woken.
        """
        self._lock = lock
        self._stream = stream
        self.items: deque[_MsgType] = deque(maxlen=size)
        self.first_only = first_only
        self.latest_only = latest_only
        self._dropped_one = dropped_one
        self.where = where
        self.loop: asyncio.AbstractEventLoop | None = None
        self.waiters: deque[Waiter] = deque()
        self.delivered = self.dropped = 0
        self.ended = False
        self.error: BaseException | None = None

    def put(self, item: _MsgType, bridge: LoopBridge | None, removed: list[_MsgType]) -> bool:
        """Stores the item by the rules of this consumer, and ends a wait if there is one.

        `bridge` is the loop's. In another thread no wait is ended; it then returns True if a task waits, see wake(). It
        also returns True if a loss has to be reported.
        Items that leave the queue go to `removed`, so that they are not destroyed under the lock.
        """
        items = self.items
        wake = False
        if len(items) == items.maxlen:
            if self.first_only:
                return False
            try:
                removed.append(items[0])
            except IndexError:  # the reader, which takes no lock, has made room meanwhile
                pass
            else:
                if not self.latest_only:
                    self.dropped += 1
                    wake = self._dropped_one is not None and self._dropped_one()
        items.append(item)
        if not self.waiters:
            return wake
        if bridge is None or bridge.thread != threading.get_ident():
            return True
        self._end_wait(bridge)
        return wake

    def end(self, error: BaseException | None) -> None:
        """Announces that no more items come, because of `error` or a close. A second call does nothing."""
        if not self.ended:
            self.ended = True
            self.error = error

    def abandon(self) -> None:
        """Drops the items and ends the consumer; wake() then ends its waits."""
        self.items.clear()
        self.ended = True
        self.error = None

    def wake(self, bridge: LoopBridge | None) -> None:
        """Ends as many waits as there are items, or all if no more items come. Loop's thread."""
        if self.waiters and (self.items or self.ended):
            for _ in range(len(self.waiters) if self.ended else min(len(self.waiters), len(self.items))):
                self._end_wait(bridge)

    def _end_wait(self, bridge: LoopBridge | None) -> None:
        """Ends the oldest wait that has not ended yet."""
        waiters = self.waiters
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.end(bridge)
                return

    def taken(self) -> None:
        """Is called after an item left the queue, without the lock. Any thread."""

    async def take(self, sub: Owner, newest: bool = False, timeout: float | None = None) -> _MsgType:
        """Returns the next item, or the `newest`. If none will come, raises SubClosed or the error that ended it."""
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
                    if self.items or self.ended:  # a signal handler ran between these lines
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
            if waiter is not None:  # cancelled or timed out: another task gets the item
                with suppress(ValueError):
                    self.waiters.remove(waiter)
                self.wake(None)

    def _end_of(self, sub: Owner) -> BaseException:
        error = self.error
        if not self._stream:
            return error or SubClosed(f'{sub.name} is closed')
        self.error = None  # an iteration fails once
        return error or StopAsyncIteration()


class Consumers(Generic[_MsgType]):
    """The consumers of one sub. Guarded by the sub's lock, but for `garbage` and accepting()."""

    def __init__(self) -> None:
        self.all: list[Consumer[_MsgType]] = []
        self.garbage: deque[Consumer[_MsgType]] = deque()  # consumers of collected listeners; still in `all`
        self.filtered = 0  # consumers with a predicate
        self._delivered = self._dropped = 0  # by former consumers

    def add(self, consumer: Consumer[_MsgType]) -> None:
        """Adds a consumer."""
        self.all.append(consumer)
        self.filtered += consumer.where is not None

    def remove(self, consumer: Consumer[_MsgType], busy: bool) -> list[Consumer[_MsgType]]:
        """Does sweep() for this consumer, too."""
        self.garbage.append(consumer)
        return self.sweep(busy)

    def sweep(self, busy: bool) -> list[Consumer[_MsgType]]:
        """Removes the consumers that are no longer needed, and returns them, to be destroyed without the lock.

        While an item is put in (`busy`), they stay.
        """
        swept: list[Consumer[_MsgType]] = []
        while self.garbage and not busy:
            consumer = self.garbage.popleft()
            with suppress(ValueError):  # it was removed before
                self.all.remove(consumer)
                self.filtered -= consumer.where is not None
                self._delivered += consumer.delivered
                self._dropped += consumer.dropped
                swept.append(consumer)
        return swept

    def counts(self) -> tuple[int, int, int]:
        """Returns the numbers of delivered, dropped and waiting items, with those of former consumers."""
        return (
            self._delivered + sum(consumer.delivered for consumer in self.all),
            self._dropped + sum(consumer.dropped for consumer in self.all),
            sum(len(consumer.items) for consumer in self.all),
        )

    def accepting(self, item: _MsgType) -> list[Consumer[_MsgType]]:
        """Returns the consumers whose predicate accepts the item. Predicates are user code, so no lock is held."""
        passed = []
        for consumer in tuple(self.all):
            if consumer.where is not None:
                try:
                    if consumer.where(item):
                        passed.append(consumer)
                except (Exception, asyncio.CancelledError) as error:
                    consumer.end(error)
        return passed


def _expire(waiter: Waiter, name: str, timeout: float) -> None:
    waiter.end(None, TimeoutError(f'{name}: nothing within {timeout:g} s'))
