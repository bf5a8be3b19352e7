# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LoopBridge: wakes an event loop from other threads and from the middleware, and resumes the tasks that wait."""

from __future__ import annotations

import asyncio
import itertools
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from ..._replay_state import is_replayed
from .timer import is_virtual

if TYPE_CHECKING:
    from ..._core import Notifier
    from .consumer import Waiter


AUTOMATIC = -1
"""The time is chosen by src/busy_wait.hpp from the recent intervals between messages."""


class Source(Protocol):
    """An object that becomes ready in other threads, such as those of rxros2._core."""

    def close(self) -> None:
        """Stops notifications."""

    def listen(self, notifier: Notifier, key: int) -> None:
        """Makes the notifier ready with this key whenever the source has an item."""


class LoopBridge:
    """The one bridge of a loop: wakes it by an eventfd, calls the functions that are due, then resumes tasks.

    All of that takes one turn of the loop. asyncio's own way, call_soon_threadsafe() and a Future, takes a socket, two
    reads and a second turn.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Call it in the loop's thread."""
        self._loop = weakref.ref(loop)
        self.thread = threading.get_ident()
        self._event = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._written = False
        self._due: deque[Callable[[], object]] = deque()
        self._notifier: Notifier | None = None  # writes to the same eventfd; made with the first source
        self._drains: dict[int, Callable[[], object]] = {}
        self._keys = itertools.count()
        self.busy_wait = AUTOMATIC if len(os.sched_getaffinity(0)) > 1 else 0
        """Nanoseconds of busy waiting after a source was ready, before the loop sleeps."""
        self.draining = False
        """True while functions and drains are called. No task runs then; the waits in `ended` are resumed later."""
        self.ended: deque[Waiter] = deque()
        """Ended waits whose tasks are resumed in this turn of the loop."""
        loop.add_reader(self._event, self._woken)

    def __del__(self) -> None:
        if hasattr(self, '_event'):
            os.close(self._event)

    def call(self, function: Callable[[], object]) -> None:
        """Calls `function` in the loop soon. Any thread; never blocks."""
        self._due.append(function)
        if not self._written:
            self._written = True
            os.eventfd_write(self._event, 1)

    def add(self, source: Source, drain: Callable[[], object]) -> int:
        """Calls `drain` in the loop whenever the source is ready. Returns a key for remove(). Loop's thread."""
        if self._notifier is None:
            from ..._core import Notifier  # subs without sources do not need the extension

            self._notifier = Notifier(self._event)
        key = next(self._keys)
        self._drains[key] = drain
        source.listen(self._notifier, key)
        return key

    def remove(self, key: int) -> None:
        """Stops the calls of `drain`. Any thread."""
        self._drains.pop(key, None)

    def _woken(self) -> None:
        notifier = self._notifier
        try:
            if notifier is None:
                os.eventfd_read(self._event)
                self._drain(())
            else:
                self._drain(notifier.take())
            while self.ended:
                self.ended.popleft().resume()
        finally:
            self.draining = False
            while self.ended:  # a task raised KeyboardInterrupt or SystemExit
                self.ended.popleft().schedule()
            if notifier is not None:
                notifier.rest(self.busy_wait)

    def _drain(self, keys: Iterable[int]) -> None:
        """Calls the drains and the functions that are due.

        An exception of one does not keep the others from being called. It holds no source when it returns, because
        tasks may drop them.
        """
        self._written = False  # before reading `_due`: a later call() writes again
        self.draining = True
        ready = deque(keys)
        function: Callable[[], object] | None
        try:
            while ready:
                function = self._drains.get(ready.popleft())
                if function is not None:
                    try:
                        function()
                    except BaseException as error:
                        self._failed(function, error)
            for _ in range(len(self._due)):
                function = self._due.popleft()
                try:
                    function()
                except BaseException as error:
                    self._failed(function, error)
        finally:
            self.draining = False
            if ready:  # after KeyboardInterrupt or SystemExit: the rest is called in the loop's next turn
                self._due.extend(partial(self._drain_of, key) for key in ready)
            if self._due and not self._written:
                self._written = True
                os.eventfd_write(self._event, 1)

    def _drain_of(self, key: int) -> None:
        drain = self._drains.get(key)
        if drain is not None:
            drain()

    def _failed(self, function: Callable[[], object], error: BaseException) -> None:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise error
        loop = self._loop()
        if loop is not None:
            loop.call_exception_handler({'message': f'{function} failed', 'exception': error})


_bridges: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, LoopBridge] = weakref.WeakKeyDictionary()


def bridge_of(loop: asyncio.AbstractEventLoop) -> LoopBridge:
    """Returns the loop's bridge, made on first use. Call it in the loop's thread."""
    bridge = _bridges.get(loop)
    if bridge is None:
        if is_replayed() and not is_virtual(loop):
            raise RuntimeError(f"{loop!r} has the system's time; expected, in a replay, a loop that asyncio has made")
        bridge = _bridges[loop] = LoopBridge(loop)
    return bridge
