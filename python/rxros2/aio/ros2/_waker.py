# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Connects an event loop to the middleware: one file descriptor for all that the loop waits for."""

from __future__ import annotations

import asyncio
import itertools
import os
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeVar

from ..._core import Notifier
from ..core import AUTO_SCOPE, BaseSub, Scope
from ..core._alarm import alarm_of

_MsgType = TypeVar('_MsgType')


class Source(Protocol):
    """An object of rxros2._core that announces itself."""

    def close(self) -> None: ...
    def listen(self, notifier: Notifier, key: int) -> None: ...


class Waker:
    """The loop's notifier. To be used in the loop's thread, remove() in any."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = weakref.ref(loop)
        self._thread = threading.get_ident()
        self._process = os.getpid()
        self._alarm = alarm_of(loop)
        self._notifier = Notifier()
        self._drains: dict[int, Callable[[], None]] = {}
        self._keys = itertools.count()
        self._watching = False
        self.busy_wait = 0
        """Nanoseconds for which the loop stays awake after it had something."""

    def add(self, source: Source, drain: Callable[[], None]) -> int:
        """Calls `drain` in the loop whenever the source has something. The key is for remove()."""
        key = next(self._keys)
        loop = self._loop()
        if loop is not None and not self._watching:
            loop.add_reader(self._notifier.fileno(), self._woken)
            self._watching = True
        self._drains[key] = drain
        source.listen(self._notifier, key)
        return key

    def remove(self, key: int) -> None:
        self._drains.pop(key, None)
        if self._drains:
            return
        if self._thread == threading.get_ident():
            self._unwatch()
            return
        loop = self._loop()
        if loop is not None and not loop.is_closed():
            with suppress(RuntimeError):  # closed meanwhile
                loop.call_soon_threadsafe(self._unwatch)

    def _unwatch(self) -> None:
        loop = self._loop()
        if self._process != os.getpid():
            return  # a forked child: what the kernel watches for the loop is the parent's too
        if self._watching and not self._drains and loop is not None and not loop.is_closed():
            self._watching = False
            loop.remove_reader(self._notifier.fileno())

    def _woken(self) -> None:
        try:
            self._drain()  # holds no source while tasks run
            self._alarm.resume()
        finally:
            self._notifier.rest(self.busy_wait)

    def _drain(self) -> None:
        for key in self._notifier.take():
            drain = self._drains.get(key)
            if drain is not None:
                self._run(drain)

    def _run(self, drain: Callable[[], None]) -> None:
        try:
            drain()
        except Exception as error:  # of one source: the others are to be heard
            loop = self._loop()
            if loop is not None:
                loop.call_exception_handler({'message': f'{drain} failed', 'exception': error})


_wakers: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Waker] = weakref.WeakKeyDictionary()


def waker_of(loop: asyncio.AbstractEventLoop) -> Waker:
    """The loop's. In its thread."""
    found = _wakers.get(loop)
    if found is None:
        found = _wakers[loop] = Waker(loop)
    return found


def busy_wait(seconds: float) -> None:
    """After it had messages, the running loop stays awake for that long, looking for more, before it sleeps.

    For answers within a round trip where waking a sleeping thread takes long (virtual machines, cores that save power),
    at the cost of up to a whole core. Meanwhile the loop does nothing else: other callbacks wait that long too, once
    for each time it had messages. 0, as at the beginning: it sleeps at once. RuntimeError where no loop runs.
    """
    if not seconds >= 0:
        raise ValueError(f'busy_wait: expected seconds, found {seconds}')
    waker_of(asyncio.get_running_loop()).busy_wait = round(seconds * 1e9)


class WokenSub(BaseSub[_MsgType]):
    """A sub of which the items wait in C++ until its loop takes them.

    A subclass calls super().__init__(scope=None), makes its source, and then _begin(); it overrides _drain().
    """

    _source: Source | None = None
    _waker: Waker | None = None
    _key = 0

    def _begin(self, source: Source, scope: Scope | None) -> None:
        self._source = source
        if self._event_loop is not None:
            self._listened()
        if scope is AUTO_SCOPE:
            scope = Scope.current(None)
        if scope is not None:
            self.attach(scope)

    def _listened(self) -> None:
        if self._waker is None and self._source is not None and not self.closed:
            self._waker = waker_of(self._bound_loop())
            self._key = self._waker.add(self._source, self._drain_all)

    def _drain_all(self) -> None:
        self._gather(self._drain)

    def _drain(self) -> None:
        """Gives what waits to input_data(). In the loop."""
        raise NotImplementedError

    def close(self) -> None:
        if self._source is not None:
            self._source.close()
        waker, self._waker = self._waker, None
        if waker is not None:
            waker.remove(self._key)
        super().close()
