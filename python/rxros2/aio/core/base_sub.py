# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""BaseSub: a stream of items that asyncio code waits for, and the base of every source of rxros2.aio."""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any, Generic, NoReturn, TypeVar, cast

from ..._caller import place_of, user_frame
from ...durations import seconds, time_limit
from .consumer import Consumer, Consumers
from .lifetime import Lifetime
from .listener import Listener
from .loop_bridge import LoopBridge, bridge_of
from .losses import QueueLosses, full_callbacks, full_queue
from .scope import AUTO_SCOPE, Scope
from .statistics import SubStatistics
from .timer import is_virtual
from .wait import Wait

_MsgType = TypeVar('_MsgType')

_NOTHING: Any = object()  # no item; None is one
_GAPS = 20  # the number of gaps for the mean rate
_GAPS_TO_REPORT = 3
"""The gaps between waits for the next item after which they are reported: one may be meant."""
_log = logging.getLogger(__name__)
_reports = logging.getLogger('rxros2.aio')


class BaseSub(Generic[_MsgType]):
    """A stream of items: input_data() takes them in any thread; waits and listeners return them in the loop's thread.

    The sub belongs to the running event loop; if it was made where no loop runs, to the first loop that waits for an
    item. Its memory is bounded: each listener has a queue, each wait one slot, and the sub the latest value, so that
    nothing grows while the loop is blocked. The loop is woken only if a task waits, and once for all items that arrive
    meanwhile.

    An item may be any object, also None. When the sub is closed, listeners end after the items in their queues, and
    waits raise SubClosed. When it fails because a callback raised, both raise that exception.

    To write your own source, call input_data(), and override close() if there is something to release.
    """

    _logger: Any = _reports  # that of the node, if the sub has one

    asap_queue_size = 1000
    """The most items that wait for asap_callback while the loop is busy; beyond it the oldest are dropped."""

    def __init__(self, *, scope: Scope | None = AUTO_SCOPE) -> None:
        """`scope` closes the sub when it ends; by default the innermost Scope that is open here, if any."""
        self._callbacks: list[Callable[[_MsgType], Any]] = []
        # A signal handler or a destructor may call input_data() in the middle of the code that this lock guards.
        # `_busy` is then set, and the item goes to `_later`.
        self._lock = threading.RLock()
        self._busy = False
        self._later: deque[_MsgType] = deque()
        self._consumers: Consumers[_MsgType] = Consumers()
        self._value: _MsgType = _NOTHING
        self._received = 0
        self._arrival_clock: Callable[[], float] = time.perf_counter
        self._last = 0.0  # the time of the last item
        self._gap = 0.0  # the mean gap between items
        self._delivered = self._dropped = 0  # by callbacks
        self._losses = QueueLosses(self)
        self._next_begin = -1  # the received items at the last wait_for_next(); -1 once its losses were reported
        self._next_gaps = 0
        self._lifetime = Lifetime()
        self._closed = asyncio.Event()  # programs of asyncio_for_robotics look at it
        self._waking = False
        self._pending: deque[_MsgType] = deque()
        self._alive: asyncio.Event | None = None
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self._bridge: LoopBridge | None = None
        self._scope: Scope | None = None
        with suppress(RuntimeError):  # without a running loop, the first wait binds it
            self._bind(asyncio.get_running_loop())
        self._enter(scope)

    # --- callbacks and state ---

    @property
    def asap_callback(self) -> list[Callable[[_MsgType], Any]]:
        """Functions that are called in the loop's thread with each item, before listeners get it.

        An exception that one raises is the sub's failure.
        """
        self._listened()
        return self._callbacks

    def _listened(self) -> None:
        """Is called before each wait, listener and callback is added.

        A source can hold its items back until then, so that the first listener gets all of them.
        """

    @property
    def name(self) -> str:
        """The name for messages; a source overrides it with its topic, key or file."""
        return type(self).__name__

    @property
    def alive(self) -> asyncio.Event:
        """An event that is set once the first item has arrived. Loop's thread."""
        self._listened()
        if self._alive is None:
            self._alive = asyncio.Event()
            if self._received:
                self._alive.set()
        return self._alive

    @property
    def lifetime(self) -> asyncio.Future[bool]:
        """A future that is done when the sub has ended: True after close(), else the exception. Loop's thread."""
        self._listened()
        return self._lifetime.future(self._bound_loop)

    @property
    def closed(self) -> bool:
        """True once the sub has been closed or has failed."""
        return self._lifetime.ended

    def statistics(self) -> SubStatistics:
        """Returns the counts since the sub was made. Any thread."""
        with self._lock:
            swept = self._consumers.sweep(self._busy)
            delivered, dropped, waiting = self._consumers.counts()
            gap = max(self._gap, self._arrival_clock() - self._last) if self._received > 1 else math.inf
            result = SubStatistics(
                self._received,
                self._delivered + delivered,
                self._dropped + dropped,
                len(self._pending) + waiting,
                len(self._consumers.all),
                1 / gap,
            )
        del swept  # without the lock, since destructors may run
        return result

    def _follow(
        self, item: Callable[[_MsgType], Any], end: Callable[[BaseException | None], None]
    ) -> Callable[[], None]:
        """Calls `item` as an asap_callback, and `end` with the exception by which the sub failed, or None.

        Returns a function that stops this. Loop's thread.
        """
        self.asap_callback.append(item)

        def ended() -> None:
            end(self._lifetime.error)

        def leave() -> None:
            if item in self._callbacks:
                self._callbacks.remove(item)
            self._lifetime.forget(ended)

        if self._lifetime.ended:
            leave()
            ended()
        else:
            self._lifetime.call_at_end(ended)
        return leave

    # --- items in ---

    def input_data(self, data: _MsgType) -> bool:
        """Gives the sub an item. Returns False if the sub or its loop is closed. Never blocks.

        Any thread, also in a signal handler and in a destructor.
        """
        if self._callbacks or self._pending:
            return self._input_by_loop(data)
        return self._put(data)

    def _input_data_asyncio(self, msg: _MsgType) -> None:
        """Does input_data() in the loop's thread, under asyncio_for_robotics' name."""
        self._deliver(msg)

    def _input_by_loop(self, data: _MsgType) -> bool:
        """Passes an item to callbacks first, in the loop's thread."""
        if self._in_loop_thread() and not self._pending:
            if self._lifetime.ended:
                return False
            self._deliver(data)
            return True
        with self._lock:
            if self._lifetime.ended:
                return False
            removed = None
            if len(self._pending) >= self.asap_queue_size:
                with suppress(IndexError):  # the loop, which takes no lock, has made room meanwhile
                    removed = self._pending.popleft()
            if removed is not None:
                self._dropped += 1
                self._losses.add(full_callbacks(self.asap_queue_size))
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
        passed = self._consumers.accepting(item) if self._consumers.filtered else ()
        removed: list[Any] = []  # destroyed without the lock
        with self._lock:
            if self._lifetime.ended:
                return False
            if self._busy:
                self._later.append(item)
                return True
            if self._consumers.garbage:
                removed += self._consumers.sweep(False)
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
        """Gives the item to the consumers. Returns True if the loop has to be woken for it. Under the lock."""
        wake = self._alive is not None and not self._received
        removed.append(self._value)
        self._value = item
        now = self._arrival_clock()
        if self._received > 1:
            self._gap += (now - self._last - self._gap) / min(self._received, _GAPS)
        elif self._received:
            self._gap = now - self._last
        self._last = now
        self._received += 1
        for consumer in self._consumers.all:
            if consumer.where is None or consumer in passed:
                wake |= consumer.put(item, self._bridge, removed)
            elif consumer.ended:
                wake |= bool(consumer.waiters)
        if not wake or self._waking:
            return False
        self._waking = True
        return True

    def _put_later(self) -> None:
        """Puts the items that arrived in this thread while another item was put or a consumer was added."""
        while self._later and not self._busy:
            with suppress(IndexError):  # another thread was faster
                self._put(self._later.popleft())

    def _forget_value(self, item: _MsgType) -> None:
        """Drops the latest value if it is this one. Any thread."""
        with self._lock:
            if self._value is item:
                self._value = _NOTHING

    # --- the loop's side ---

    def _bind(self, loop: asyncio.AbstractEventLoop) -> None:
        self._event_loop = loop
        self._bridge = bridge_of(loop)
        if is_virtual(loop):
            self._arrival_clock = loop.time

    def _bound_loop(self) -> asyncio.AbstractEventLoop:
        if self._event_loop is None:
            try:
                self._bind(asyncio.get_running_loop())
            except RuntimeError:
                raise RuntimeError(
                    f'{self.name} is used outside of an event loop; use it in a coroutine that asyncio.run() runs, or '
                    f'make it by rxros2.aio.blocking.Blocking'
                ) from None
        return cast(asyncio.AbstractEventLoop, self._event_loop)

    def _in_loop_thread(self) -> bool:
        return self._bridge is not None and self._bridge.thread == threading.get_ident()

    def _wake_from_elsewhere(self) -> bool:
        loop, bridge = self._event_loop, self._bridge
        if loop is None or bridge is None:  # no task can wait yet
            self._waking = False
            return True
        if loop.is_closed():
            self._end(None)
            return False
        bridge.call(self._wake)
        return True

    def _wake(self) -> None:
        """Runs callbacks for the items that arrived, then ends waits. Loop's thread."""
        self._waking = False
        while self._pending and not self._lifetime.ended:
            try:
                item = self._pending.popleft()
            except IndexError:
                break
            self._deliver(item)
        if self._alive is not None and self._received:
            self._alive.set()
        for consumer in tuple(self._consumers.all):
            consumer.wake(self._bridge)
        if self._losses.is_due:
            self._losses.report()

    def _add(
        self,
        size: int | None,
        *,
        with_value: bool = False,
        where: Callable[[_MsgType], bool] | None = None,
        first_only: bool = False,
        latest_only: bool = True,
        stream: bool = False,
        dropped_one: Callable[[], bool] | None = None,
    ) -> Consumer[_MsgType]:
        if self._event_loop is not None and self._event_loop.is_closed() and not self._lifetime.ended:
            raise RuntimeError(
                f'{self.name} belongs to an event loop that has ended; make it in the coroutine that uses it'
            )
        self._listened()
        consumer = self._make_consumer(
            size,
            stream=stream,
            first_only=first_only,
            latest_only=latest_only,
            where=where,
            dropped_one=dropped_one,
        )
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
                if self._lifetime.ended:
                    consumer.end(self._lifetime.error)
                self._consumers.add(consumer)
            finally:
                self._busy = busy
        if self._later:
            self._put_later()
        return consumer

    def _make_consumer(self, size: int | None, **options: Any) -> Consumer[_MsgType]:
        """Makes a consumer. A sub that has to know when an item leaves a queue overrides it."""
        return Consumer(self._lock, size, **options)

    def _remove(self, consumer: Consumer[_MsgType]) -> None:
        with self._lock:
            swept = self._consumers.remove(consumer, self._busy)
        del swept  # without the lock

    def _abandon(self, consumer: Consumer[_MsgType]) -> None:
        """Ends a consumer and the waits of other tasks for it. Any thread."""
        consumer.abandon()
        self._remove(consumer)
        if consumer.waiters and self._bridge is not None:
            if self._in_loop_thread():
                consumer.wake(self._bridge)
            else:
                self._bridge.call(lambda: consumer.wake(self._bridge))

    def _collected(self, consumer: Consumer[_MsgType]) -> None:
        """Does _remove() for __del__: the garbage collector may run it in a thread that holds the lock."""
        self._consumers.garbage.append(consumer)
        if self._lock.acquire(blocking=False):
            try:
                swept = self._consumers.sweep(self._busy)
            finally:
                self._lock.release()
            del swept  # without the lock

    # --- items out ---

    def wait_for_value(
        self,
        *,
        where: Callable[[_MsgType], bool] | None = None,
        timeout: float | None = None,
        max_age: float | None = None,
    ) -> Wait[_MsgType]:
        """Returns the latest item; waits for the first if there is none yet.

        `where` skips items for which it is false; it is called in the thread that calls input_data(). If the latest
        item arrived more than `max_age` seconds ago, it waits for the next one. Raises TimeoutError after `timeout`
        seconds, ValueError for a negative max_age.
        """
        limit = time_limit(timeout)
        is_fresh = max_age is None or self._arrival_clock() - self._last <= _not_negative(max_age)
        return Wait(self, self._add(1, where=where, with_value=is_fresh), limit)

    def wait_for_new(
        self,
        *,
        where: Callable[[_MsgType], bool] | None = None,
        timeout: float | None = None,
    ) -> Wait[_MsgType]:
        """Returns the latest item that arrived after this call: of 10, 11, 12 that arrived before it is awaited, 12."""
        limit = time_limit(timeout)
        return Wait(self, self._add(1, where=where), limit)

    def wait_for_next(
        self,
        *,
        where: Callable[[_MsgType], bool] | None = None,
        timeout: float | None = None,
    ) -> Wait[_MsgType]:
        """Returns the first item that arrives after this call, even if it is awaited later: of 10, 11, 12 the 10."""
        limit = time_limit(timeout)
        if self._received > self._next_begin >= 0 and where is None:
            self._look_for_gap()
        self._next_begin = self._received if self._next_gaps < _GAPS_TO_REPORT else -1
        return Wait(self, self._add(1, first_only=True, where=where), limit)

    def _look_for_gap(self) -> None:
        """Reports once that items which arrived between waits for the next item went to nobody."""
        skipped = self._received - self._next_begin - 1
        if skipped <= 0 or self._callbacks or self._consumers.all:
            return
        self._next_gaps += 1
        if self._next_gaps == _GAPS_TO_REPORT:
            place = place_of(user_frame())
            self._logger.info(
                f'{self.name}: {skipped} item{"s" * (skipped != 1)} arrived between two calls of wait_for_next()'
                f'{" at " + place if place else ""}, and nobody got them; listen_reliable() gets every item'
            )

    def listen(self, fresh: bool = False) -> Listener[_MsgType]:
        """Returns an iterator over items as they arrive, always the latest.

        An item that arrives while the loop's body runs replaces the one before it. The iterator begins with the latest
        item, unless `fresh`. Listening begins with this call, not with the loop.
        """
        return Listener(self, self._add(1, with_value=not fresh, stream=True), lifo=False)

    def listen_reliable(self, fresh: bool = False, queue_size: int = 10, lifo: bool = False) -> Listener[_MsgType]:
        """Returns an iterator over every item, through its own queue of `queue_size` items (0: unbounded).

        A full queue drops its oldest item and counts it. `lifo` takes the newest item first.
        """
        if queue_size < 0:
            raise ValueError(f'{self.name}: queue_size is {queue_size}; expected 0 (unbounded) or more')
        dropped_one = partial(self._losses.add, full_queue(place_of(user_frame()), queue_size)) if queue_size else None
        consumer = self._add(
            queue_size or None, with_value=not fresh, latest_only=False, stream=True, dropped_one=dropped_one
        )
        return Listener(self, consumer, lifo=lifo)

    def __aiter__(self) -> NoReturn:
        raise TypeError(
            f'{self.name} is not an iterator: write `async for item in sub.listen()`; listen_reliable() has every item'
        )

    def _warn(self, text: str) -> None:
        """Logs a warning; a sub that has a node overrides it."""
        _log.warning(text)

    # --- end ---

    def attach(self, scope: Scope) -> None:
        """Makes `scope` close this sub when the scope ends, and fail with it. A sub has one scope at a time."""
        if self._scope is not None:
            self._scope._forget(self)
        self._scope = scope
        scope._adopt(self)

    def _enter(self, scope: Scope | None) -> None:
        """Does attach() for the `scope=` argument of a constructor."""
        if scope is AUTO_SCOPE:
            scope = Scope.current(None)
        if scope is not None:
            self.attach(scope)

    def close(self) -> None:
        """Ends the sub and its waits. Any thread; a second call does nothing."""
        self._end(None)

    def _fail(self, error: BaseException) -> None:
        """Ends the sub by an exception, which waits and listeners raise."""
        self._end(error)

    def _end(self, error: BaseException | None) -> None:
        with self._lock:
            if not self._lifetime.end(error):
                return
            for consumer in self._consumers.all:
                consumer.end(error)
        loop, bridge = self._event_loop, self._bridge
        if loop is None or bridge is None or self._in_loop_thread() or loop.is_closed():
            self._ended_in_loop()
        else:
            bridge.call(self._ended_in_loop)

    def _report_unseen(self, error: BaseException) -> None:
        """Logs the exception of a sub that nothing listens to. A sub with a node overrides it."""
        _log.error('%s failed and nobody waits for it', self.name, exc_info=error)

    def _ended_in_loop(self) -> None:
        error = self._lifetime.error
        self._losses.report()
        self._closed.set()
        self._pending.clear()
        if self._event_loop is None or not self._event_loop.is_closed():
            self._wake()
            self._lifetime.complete()
        scope, self._scope = self._scope, None
        if scope is not None:
            scope._forget(self)
            if error is not None:
                scope._child_failed(error)
        elif error is not None and not self._consumers.all:
            self._report_unseen(error)
        self._lifetime.call_callbacks(self.name)
        if error is not None:
            self.close()  # lets a source release its resources


def _not_negative(max_age: float) -> float:
    limit = seconds('max_age', max_age)
    if limit < 0:
        raise ValueError(f'max_age is {max_age}; expected 0 s or more')
    return limit


__all__ = ['BaseSub', 'SubStatistics']
