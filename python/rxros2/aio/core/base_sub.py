# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""BaseSub: a stream of items that asyncio code waits for. Every source of rxros2.aio is one."""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from ...durations import time_limit
from .consumer import Consumer
from .listener import Listener
from .loop_bridge import LoopBridge, bridge_of
from .scope import AUTO_SCOPE, Scope
from .wait import Wait

_MsgType = TypeVar('_MsgType')

_NOTHING: Any = object()  # no item; None is one
_GAPS = 20  # over which a rate is a mean
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SubStatistics:
    """What a sub has seen so far. What three listeners, waits or callbacks get counts three times."""

    received: int
    """Items that input_data() has taken."""
    delivered: int
    """Items that tasks have taken out of listeners and waits, and that callbacks were called with."""
    dropped: int
    """Items that listeners lost because their queue was full, and callbacks because the loop was busy. An item that
    a latest-only wait or listen() skips is not dropped: skipping is what was asked for."""
    waiting: int
    """Items in the queues of listeners, waits and callbacks now."""
    listeners: int
    """Listeners and waits that are open now."""
    rate: float = field(default=0.0, compare=False)
    """Items a second, lately: the mean of some 20 gaps, and never more than the present silence allows. 0 before the
    second item."""


class BaseSub(Generic[_MsgType]):
    """Items go in by input_data(), from any thread, and come out by the waits and listeners, in the loop's thread.

    The sub belongs to the running event loop; made where none runs, to the one that first waits for an item. What is
    not consumed is bounded: each listener has its queue, each wait one slot, and the sub the latest value; a blocked
    loop makes nothing grow. The loop is woken only if somebody waits, and once however many items arrive meanwhile.

    An item may be anything, None too. When the sub is closed, listeners end after what they have queued; waits raise
    SubClosed. When it fails (a callback raised), both raise that exception itself.

    To make a source of one's own: call input_data(), and override close() if there is something to release.
    """

    asap_queue_size = 1000
    """How many items may wait for asap_callback while the loop is busy; the oldest are dropped beyond."""

    def __init__(self, *, scope: Scope | None = AUTO_SCOPE) -> None:
        """`scope` closes the sub when it ends; by default the innermost Scope that is open here, if any."""
        self._callbacks: list[Callable[[_MsgType], Any]] = []
        # A signal's handler, or a destructor, may call input_data() in the middle of what this lock guards: it is then
        # `_busy`, and the item comes `_later`.
        self._lock = threading.RLock()
        self._busy = False
        self._later: deque[_MsgType] = deque()
        self._consumers: list[Consumer[_MsgType]] = []
        self._garbage: deque[Consumer[_MsgType]] = deque()  # whose listener was collected; still in _consumers
        self._filtered = 0  # consumers with a predicate
        self._value: _MsgType = _NOTHING
        self._received = 0
        self._last = 0.0  # when the last item came, and the mean gap between items
        self._gap = 0.0
        self._delivered = self._dropped = 0  # by callbacks, and by listeners that are gone
        self._ended = False
        self._error: BaseException | None = None
        self._on_end: list[Callable[[], None]] = []
        self._waking = False
        self._pending: deque[_MsgType] = deque()
        self._closed = asyncio.Event()
        self._alive: asyncio.Event | None = None
        self._lifetime: asyncio.Future[bool] | None = None
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self._bridge: LoopBridge | None = None
        self._scope: Scope | None = None
        with suppress(RuntimeError):  # without a running loop, the first wait binds it
            self._bind(asyncio.get_running_loop())
        self._enter(scope)

    # --- what others ask ---

    @property
    def asap_callback(self) -> list[Callable[[_MsgType], Any]]:
        """Called in the loop's thread with each item, before listeners get it. What one raises is the sub's failure."""
        self._listened()
        return self._callbacks

    def _listened(self) -> None:
        """Somebody is interested: called before each wait, listener and callback is added.

        For a source that can hold its items back until then, so that the first listener loses none.
        """

    @property
    def name(self) -> str:
        """For messages; a source overrides it with its topic, key or file."""
        return type(self).__name__

    @property
    def alive(self) -> asyncio.Event:
        """Set once the first item has arrived. Loop's thread."""
        self._listened()
        if self._alive is None:
            self._alive = asyncio.Event()
            if self._value is not _NOTHING:
                self._alive.set()
        return self._alive

    @property
    def lifetime(self) -> asyncio.Future[bool]:
        """Done when the sub has ended: True if it was closed, else with the exception it failed of. Loop's thread."""
        self._listened()
        if self._lifetime is None:
            self._lifetime = self._bound_loop().create_future()
            if self._ended:
                self._tell_lifetime()
        return self._lifetime

    @property
    def closed(self) -> bool:
        """True once the sub has been closed or has failed."""
        return self._ended

    def statistics(self) -> SubStatistics:
        """Counts since the sub was made. Any thread."""
        with self._lock:
            swept = self._sweep()
            delivered = self._delivered + sum(c.delivered for c in self._consumers)
            dropped = self._dropped + sum(c.dropped for c in self._consumers)
            waiting = len(self._pending) + sum(len(c.items) for c in self._consumers)
            gap = max(self._gap, time.perf_counter() - self._last) if self._received > 1 else math.inf
            result = SubStatistics(self._received, delivered, dropped, waiting, len(self._consumers), 1 / gap)
        del swept  # without the lock
        return result

    def _follow(
        self, item: Callable[[_MsgType], Any], end: Callable[[BaseException | None], None]
    ) -> Callable[[], None]:
        """Calls `item` as an asap_callback, and `end` with what the sub failed of, if it did. Returns how to stop that.

        Loop's thread.
        """
        self.asap_callback.append(item)

        def ended() -> None:
            end(self._error)

        def leave() -> None:
            if item in self._callbacks:
                self._callbacks.remove(item)
            if ended in self._on_end:
                self._on_end.remove(ended)

        if self._ended:
            leave()
            ended()
        else:
            self._on_end.append(ended)
        return leave

    # --- items in ---

    def input_data(self, data: _MsgType) -> bool:
        """Gives the sub an item. False if the sub, or its loop, is closed. Never blocks.

        Any thread, also in a signal's handler and in a destructor.
        """
        if self._callbacks or self._pending:
            return self._input_by_loop(data)
        return self._put(data)

    def _input_data_asyncio(self, msg: _MsgType) -> None:
        """input_data() for the loop's thread (asyncio_for_robotics' name)."""
        self._deliver(msg)

    def _input_by_loop(self, data: _MsgType) -> bool:
        """The way of items that callbacks must see first."""
        if self._in_loop_thread() and not self._pending:
            if self._ended:
                return False
            self._deliver(data)
            return True
        with self._lock:
            if self._ended:
                return False
            removed = None
            if len(self._pending) >= self.asap_queue_size:
                with suppress(IndexError):  # the loop, which takes no lock, was faster: there is room
                    removed = self._pending.popleft()
            self._dropped += removed is not None
            self._pending.append(data)
            wake = not self._waking
            self._waking = True
        del removed  # without the lock
        return self._wake_from_elsewhere() if wake else True

    def _deliver(self, item: _MsgType) -> None:
        try:
            for callback in tuple(self._callbacks):
                self._delivered += 1
                callback(item)
        except (Exception, asyncio.CancelledError) as error:
            self._fail(error)
            return
        self._put(item)

    def _put(self, item: _MsgType) -> bool:
        passed = self._that_want(item) if self._filtered else ()
        removed: list[Any] = []  # destroyed without the lock
        with self._lock:
            if self._ended:
                return False
            if self._busy:
                self._later.append(item)
                return True
            if self._garbage:
                removed += self._sweep()
            self._busy = True
            try:
                wake = self._take_in(item, passed, removed)
            finally:
                self._busy = False
        if wake:
            if self._in_loop_thread():
                self._wake()
            elif not self._wake_from_elsewhere():
                return False
        if self._later:
            self._put_later()
        return True

    def _take_in(self, item: _MsgType, passed: Collection[Consumer[_MsgType]], removed: list[Any]) -> bool:
        """Gives it to the consumers. Returns True if the loop is to be woken for it. Under the lock."""
        wake = self._alive is not None and self._value is _NOTHING
        removed.append(self._value)
        self._value = item
        now = time.perf_counter()
        if self._received > 1:
            self._gap += (now - self._last - self._gap) / min(self._received, _GAPS)
        elif self._received:
            self._gap = now - self._last
        self._last = now
        self._received += 1
        for consumer in self._consumers:
            if consumer.where is None or consumer in passed:
                wake |= consumer.put(item, self._bridge, removed)
            elif consumer.ended:
                wake |= bool(consumer.waiters)
        if not wake or self._waking:
            return False
        self._waking = True
        return True

    def _put_later(self) -> None:
        """Items that came while others were put or a consumer was added, in the same thread."""
        while self._later and not self._busy:
            with suppress(IndexError):  # another thread was first
                self._put(self._later.popleft())

    def _forget_value(self, item: _MsgType) -> None:
        """The latest value, if it is this one, is not kept any more. Any thread."""
        with self._lock:
            if self._value is item:
                self._value = _NOTHING

    def _that_want(self, item: _MsgType) -> list[Consumer[_MsgType]]:
        """Those of which the predicate does. It is user code: no lock is held."""
        passed = []
        for consumer in tuple(self._consumers):
            if consumer.where is not None:
                try:
                    if consumer.where(item):
                        passed.append(consumer)
                except (Exception, asyncio.CancelledError) as error:
                    consumer.end(error)
        return passed

    # --- the loop's side ---

    def _bind(self, loop: asyncio.AbstractEventLoop) -> None:
        self._event_loop = loop
        self._bridge = bridge_of(loop)

    def _bound_loop(self) -> asyncio.AbstractEventLoop:
        if self._event_loop is None:
            self._bind(asyncio.get_running_loop())
        return cast(asyncio.AbstractEventLoop, self._event_loop)

    def _in_loop_thread(self) -> bool:
        return self._bridge is not None and self._bridge.thread == threading.get_ident()

    def _wake_from_elsewhere(self) -> bool:
        loop, bridge = self._event_loop, self._bridge
        if loop is None or bridge is None:  # nobody can be waiting yet
            self._waking = False
            return True
        if loop.is_closed():
            self._end(None)
            return False
        bridge.call(self._wake)
        return True

    def _wake(self) -> None:
        """Runs callbacks for what arrived, then ends waits. Loop's thread."""
        self._waking = False
        while self._pending and not self._ended:
            try:
                item = self._pending.popleft()
            except IndexError:
                break
            self._deliver(item)
        if self._alive is not None and self._value is not _NOTHING:
            self._alive.set()
        for consumer in tuple(self._consumers):
            consumer.wake(self._bridge)

    def _add(
        self,
        size: int | None,
        *,
        with_value: bool = False,
        where: Callable[[_MsgType], bool] | None = None,
        first_only: bool = False,
        latest_only: bool = True,
        stream: bool = False,
    ) -> Consumer[_MsgType]:
        self._listened()
        consumer = self._make_consumer(size, stream=stream, first_only=first_only, latest_only=latest_only, where=where)
        consumer.loop = self._event_loop
        seed = self._value if with_value else _NOTHING
        if seed is not _NOTHING and where is not None and not where(seed):
            seed = _NOTHING
        with self._lock:
            busy, self._busy = self._busy, True
            try:
                if with_value and where is None:
                    seed = self._value
                if seed is not _NOTHING:
                    consumer.items.append(seed)
                if self._ended:
                    consumer.end(self._error)
                self._consumers.append(consumer)
                self._filtered += where is not None
            finally:
                self._busy = busy
        if self._later:
            self._put_later()
        return consumer

    def _make_consumer(self, size: int | None, **options: Any) -> Consumer[_MsgType]:
        """To be overridden by a sub that wants to know when an item is taken out of a queue."""
        return Consumer(self._lock, size, **options)

    def _remove(self, consumer: Consumer[_MsgType]) -> None:
        with self._lock:
            self._garbage.append(consumer)
            swept = self._sweep()
        del swept  # without the lock

    def _abandon(self, consumer: Consumer[_MsgType]) -> None:
        """Ends a consumer, and the waits of other tasks for it. Any thread."""
        consumer.abandon()
        self._remove(consumer)
        if consumer.waiters and self._bridge is not None:
            if self._in_loop_thread():
                consumer.wake(self._bridge)
            else:
                self._bridge.call(lambda: consumer.wake(self._bridge))

    def _collected(self, consumer: Consumer[_MsgType]) -> None:
        """_remove() for __del__: the garbage collector may run it in a thread that holds the lock."""
        self._garbage.append(consumer)
        if self._lock.acquire(blocking=False):
            try:
                swept = self._sweep()
            finally:
                self._lock.release()
            del swept  # without the lock

    def _sweep(self) -> list[Consumer[_MsgType]]:
        """Forgets the consumers that are not needed any more, and returns them. Under the lock."""
        swept: list[Consumer[_MsgType]] = []
        while self._garbage and not self._busy:
            consumer = self._garbage.popleft()
            with suppress(ValueError):  # it was forgotten before
                self._consumers.remove(consumer)
                self._filtered -= consumer.where is not None
                self._delivered += consumer.delivered
                self._dropped += consumer.dropped
                swept.append(consumer)
        return swept

    # --- items out ---

    def wait_for_value(
        self,
        *,
        where: Callable[[_MsgType], bool] | None = None,
        timeout: float | None = None,
    ) -> Wait[_MsgType]:
        """The latest item; waits for the first if there was none.

        `where` skips items for which it is false; it is called in the thread that calls input_data(). After `timeout`
        seconds of waiting TimeoutError is raised.
        """
        limit = time_limit(timeout)
        return Wait(self, self._add(1, where=where, with_value=True), limit)

    def wait_for_new(
        self,
        *,
        where: Callable[[_MsgType], bool] | None = None,
        timeout: float | None = None,
    ) -> Wait[_MsgType]:
        """The latest of the items that arrive after this call: of 10, 11, 12 that arrived when it is awaited, 12."""
        limit = time_limit(timeout)
        return Wait(self, self._add(1, where=where), limit)

    def wait_for_next(
        self,
        *,
        where: Callable[[_MsgType], bool] | None = None,
        timeout: float | None = None,
    ) -> Wait[_MsgType]:
        """The first item that arrives after this call, however much later it is awaited: of 10, 11, 12 the 10."""
        limit = time_limit(timeout)
        return Wait(self, self._add(1, first_only=True, where=where), limit)

    def listen(self, fresh: bool = False) -> Listener[_MsgType]:
        """Items as they come, always the latest: what arrives while the loop's body runs replaces what arrived before.

        Begins with the latest item, unless `fresh`. Listening begins with this call, not with the loop.
        """
        return Listener(self, self._add(1, with_value=not fresh, stream=True), lifo=False)

    def listen_reliable(self, fresh: bool = False, queue_size: int = 10, lifo: bool = False) -> Listener[_MsgType]:
        """Every item, through a queue of its own of `queue_size` items (0: unbounded).

        When the queue is full the oldest item is dropped, and counted. `lifo` takes the newest of the queue first.
        """
        if queue_size < 0:
            raise ValueError(f'{self.name}: queue_size is {queue_size}; expected 0 (unbounded) or more')
        consumer = self._add(queue_size or None, with_value=not fresh, latest_only=False, stream=True)
        return Listener(self, consumer, lifo=lifo)

    # --- end ---

    def attach(self, scope: Scope) -> None:
        """Lets `scope` close this sub when it ends, and fail with it. A sub has one scope at a time."""
        if self._scope is not None:
            self._scope._forget(self)
        self._scope = scope
        scope._adopt(self)

    def _enter(self, scope: Scope | None) -> None:
        """attach() to what `scope=` of a constructor means."""
        if scope is AUTO_SCOPE:
            scope = Scope.current(None)
        if scope is not None:
            self.attach(scope)

    def close(self) -> None:
        """Ends the sub: whoever waits is woken. Any thread; a second call does nothing."""
        self._end(None)

    def _fail(self, error: BaseException) -> None:
        """Ends the sub by an exception, which whoever waits gets."""
        self._end(error)

    def _end(self, error: BaseException | None) -> None:
        with self._lock:
            if self._ended:
                return
            self._ended = True
            self._error = error
            for consumer in self._consumers:
                consumer.end(error)
        loop, bridge = self._event_loop, self._bridge
        if loop is None or bridge is None or self._in_loop_thread() or loop.is_closed():
            self._ended_in_loop()
        else:
            bridge.call(self._ended_in_loop)

    def _ended_in_loop(self) -> None:
        self._closed.set()
        self._pending.clear()
        if self._event_loop is None or not self._event_loop.is_closed():
            self._wake()
            self._tell_lifetime()
        scope, self._scope = self._scope, None
        if scope is not None:
            scope._forget(self)
            if self._error is not None:
                scope._child_failed(self._error)
        elif self._error is not None and not self._consumers:
            _log.error('%s failed and nobody waits for it', self.name, exc_info=self._error)
        on_end, self._on_end = self._on_end, []
        for callback in on_end:
            try:
                callback()
            except Exception:
                _log.exception('%s: a callback of its end failed', self.name)
        if self._error is not None:
            self.close()  # lets a source release what it holds

    def _tell_lifetime(self) -> None:
        if self._lifetime is None or self._lifetime.done():
            return
        if self._error is None:
            self._lifetime.set_result(True)
        else:
            self._lifetime.set_exception(self._error)
            self._lifetime.exception()  # seen: whoever awaits it gets it all the same


__all__ = ['BaseSub', 'SubStatistics']
