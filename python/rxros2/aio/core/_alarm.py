# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""How BaseSub wakes its event loop from other threads, and resumes who waits there, in one turn of the loop.

asyncio's own way, call_soon_threadsafe() and a Future, takes a socket, two reads of it and a second turn of the loop.
"""

from __future__ import annotations

import asyncio
import os
import weakref
from collections import deque
from collections.abc import Callable, Generator
from contextvars import Context
from typing import Any


class Alarm:
    """A loop's: calls functions in it, which end waits. Made in the loop's thread, once a loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._event = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._due: deque[Callable[[], None]] = deque()
        self._rung = False
        self._ended: deque[Waiter] = deque()
        loop.add_reader(self._event, self._run)

    def __del__(self) -> None:
        if hasattr(self, '_event'):
            os.close(self._event)

    def ring(self, function: Callable[[], None]) -> None:
        """Calls `function` in the loop, soon; it raises nothing. Any thread; never blocks."""
        self._due.append(function)
        if not self._rung:
            self._rung = True
            os.eventfd_write(self._event, 1)

    def end(self, waiter: Waiter) -> None:
        """Ends a wait; resume() then runs its task. Loop's thread, in a function given to ring() or the like."""
        if waiter.mark_done():
            self._ended.append(waiter)

    def resume(self) -> None:
        """Runs the tasks of ended waits, each up to what it awaits next. Loop's thread, while no task is running."""
        try:
            while self._ended:
                self._ended.popleft().resume()
        finally:  # a task let KeyboardInterrupt or SystemExit through
            while self._ended:
                self._ended.popleft().schedule()

    def _run(self) -> None:
        os.eventfd_read(self._event)
        self._rung = False  # before the look at what is due: what comes after it rings again
        for _ in range(len(self._due)):
            self._due.popleft()()
        self.resume()


_alarms: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Alarm] = weakref.WeakKeyDictionary()


def alarm_of(loop: asyncio.AbstractEventLoop) -> Alarm:
    """The loop's. In its thread."""
    found = _alarms.get(loop)
    if found is None:
        found = _alarms[loop] = Alarm(loop)
    return found


class Waiter:
    """What one task awaits, once: a future that can also resume the task at once, instead of in the next turn."""

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

    def end(self, error: BaseException | None = None) -> None:
        """Ends the wait: the task runs in the loop's next turn. A second call does nothing."""
        if self.mark_done(error):
            self.schedule()

    def mark_done(self, error: BaseException | None = None) -> bool:
        """False if it was done."""
        if self._done:
            return False
        self._done = True
        self._error = error
        return True

    def schedule(self) -> None:
        if self._resume is not None:
            self._loop.call_soon(self._resume, self, context=self._context)

    def resume(self) -> None:
        """Runs the task now."""
        if self._resume is not None and self._context is not None:
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
        self.end(asyncio.CancelledError(*(() if msg is None else (msg,))))
        return True
