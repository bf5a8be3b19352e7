# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""BaseSub: a stream of items that asyncio code waits for. Every source of rxros2.aio is one."""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from ._alarm import Alarm, Waiter, alarm_of
from .scope import AUTO_SCOPE, Scope

if TYPE_CHECKING:
    from types import TracebackType

_MsgType = TypeVar('_MsgType')
_InType = TypeVar('_InType')
_OutType = TypeVar('_OutType')

_NOTHING: Any = object()  # no item; None is one
_GAPS = 20  # over which a rate is a mean
_log = logging.getLogger(__name__)


class SubClosed(RuntimeError):
    """The sub was closed while, or before, somebody waited for an item."""


SubClosedException = SubClosed  # asyncio_for_robotics' name


@dataclass(frozen=True)
class SubStatistics:
    """What a sub has seen so far."""

    received: int
    """Items that input_data() has taken."""
    dropped: int
    """Items that listeners lost because their queue was full, and callbacks because the loop was busy. An item that
    a latest-only wait or listen() skips is not dropped: skipping is what was asked for."""
    listeners: int
    """Listeners and waits that are open now."""
    rate: float = field(default=0.0, compare=False)
    """Items a second, lately: the mean of some 20 gaps, and never more than the present silence allows. 0 before the
    second item."""


class _Consumer(Generic[_MsgType]):
    """One listener's or wait's queue. Guarded by the sub's lock; `waiter` belongs to the loop."""

    __slots__ = ('dropped', 'error', 'first_only', 'items', 'latest_only', 'waiter', 'where')

    def __init__(self, size: int | None, first_only: bool, where: Callable[[_MsgType], bool] | None) -> None:
        self.items: deque[_MsgType] = deque(maxlen=size)
        self.first_only = first_only
        self.latest_only = size == 1
        self.where = where
        self.waiter: Waiter | None = None
        self.dropped = 0
        self.error: BaseException | None = None

    def put(self, item: _MsgType) -> bool:
        """Keeps the item as the rules of this consumer say. True if somebody waits for it."""
        items = self.items
        if len(items) == items.maxlen:
            if self.first_only:
                return False
            if not self.latest_only:
                self.dropped += 1
        items.append(item)
        return self.waiter is not None


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
        self._lock = threading.Lock()
        self._consumers: list[_Consumer[_MsgType]] = []
        self._garbage: deque[_Consumer[_MsgType]] = deque()  # whose listener was collected; still in _consumers
        self._filtered = 0  # consumers with a predicate
        self._value: _MsgType = _NOTHING
        self._received = 0
        self._last = 0.0  # when the last item came, and the mean gap between items
        self._gap = 0.0
        self._dropped = 0  # by callbacks, and by listeners that are gone
        self._ended = False
        self._error: BaseException | None = None
        self._on_end: list[Callable[[], None]] = []
        self._waking = False
        self._gathering = False
        self._pending: deque[_MsgType] = deque()
        self._closed = asyncio.Event()
        self._alive: asyncio.Event | None = None
        self._lifetime: asyncio.Future[bool] | None = None
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self._alarm: Alarm | None = None
        self._thread = 0
        self._scope: Scope | None = None
        with suppress(RuntimeError):  # without a running loop, the first wait binds it
            self._bind(asyncio.get_running_loop())
        if scope is AUTO_SCOPE:
            scope = Scope.current(None)
        if scope is not None:
            self.attach(scope)

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
            self._sweep()
            dropped = self._dropped + sum(c.dropped for c in self._consumers)
            gap = max(self._gap, time.perf_counter() - self._last) if self._received > 1 else math.inf
            return SubStatistics(self._received, dropped, len(self._consumers), 1 / gap)

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
        """Gives the sub an item. Any thread; never blocks. False if the sub, or its loop, is closed."""
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
            if len(self._pending) >= self.asap_queue_size:
                self._pending.popleft()
                self._dropped += 1
            self._pending.append(data)
            wake = not self._waking
            self._waking = True
        return self._wake_from_anywhere() if wake else True

    def _deliver(self, item: _MsgType) -> None:
        try:
            for callback in tuple(self._callbacks):
                callback(item)
        except Exception as error:
            self._fail(error)
            return
        self._put(item)

    def _put(self, item: _MsgType) -> bool:
        passed: list[_Consumer[_MsgType]] = []
        if self._filtered:  # predicates are user code: no lock is held
            for consumer in tuple(self._consumers):
                if consumer.where is not None:
                    try:
                        if consumer.where(item):
                            passed.append(consumer)
                    except Exception as error:
                        consumer.error = error
        with self._lock:
            if self._ended:
                return False
            wake = self._alive is not None and self._value is _NOTHING
            self._value = item
            now = time.perf_counter()
            if self._received > 1:
                self._gap += (now - self._last - self._gap) / min(self._received, _GAPS)
            elif self._received:
                self._gap = now - self._last
            self._last = now
            self._received += 1
            if self._garbage:
                self._sweep()
            for consumer in self._consumers:
                if consumer.where is None or consumer in passed:
                    wake |= consumer.put(item)
                elif consumer.error is not None:
                    wake |= consumer.waiter is not None
            wake = wake and not self._waking
            self._waking |= wake
        if not wake:
            return True
        if self._in_loop_thread():
            if not self._gathering:
                self._wake()
            return True
        return self._wake_from_anywhere()

    # --- the loop's side ---

    def _gather(self, give: Callable[[], None]) -> None:
        """Calls `give`, which calls input_data() as often as it likes; then the loop's Alarm may resume who waits."""
        self._gathering = True
        try:
            give()
        finally:
            self._gathering = False
            if self._waking:
                self._wake(at_once=True)

    def _bind(self, loop: asyncio.AbstractEventLoop) -> None:
        self._event_loop = loop
        self._alarm = alarm_of(loop)
        self._thread = threading.get_ident()

    def _bound_loop(self) -> asyncio.AbstractEventLoop:
        if self._event_loop is None:
            self._bind(asyncio.get_running_loop())
        return cast(asyncio.AbstractEventLoop, self._event_loop)

    def _in_loop_thread(self) -> bool:
        return self._thread == threading.get_ident()

    def _wake_from_anywhere(self) -> bool:
        loop, alarm = self._event_loop, self._alarm
        if loop is None or alarm is None:  # nobody can be waiting yet
            self._waking = False
            return True
        if loop.is_closed():
            self._end(None)
            return False
        alarm.ring(self._woken)
        return True

    def _woken(self) -> None:
        """The alarm's call."""
        self._wake(at_once=True)

    def _wake(self, at_once: bool = False) -> None:
        """Runs callbacks for what arrived, then ends waits. Loop's thread. `at_once`: the caller's resume() follows."""
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
            waiter = consumer.waiter
            if waiter is not None and (consumer.items or consumer.error or self._ended):
                consumer.waiter = None
                if at_once and self._alarm is not None:
                    self._alarm.end(waiter)
                else:
                    waiter.end()

    def _add(
        self,
        size: int | None,
        *,
        first_only: bool = False,
        where: Callable[[_MsgType], bool] | None = None,
        with_value: bool = False,
    ) -> _Consumer[_MsgType]:
        self._listened()
        consumer = _Consumer(size, first_only, where)
        seed = self._value if with_value else _NOTHING
        if seed is not _NOTHING and where is not None and not where(seed):
            seed = _NOTHING
        with self._lock:
            if with_value and where is None:
                seed = self._value
            if seed is not _NOTHING:
                consumer.items.append(seed)
            self._consumers.append(consumer)
            self._filtered += where is not None
        return consumer

    def _remove(self, consumer: _Consumer[_MsgType]) -> None:
        with self._lock:
            self._garbage.append(consumer)
            self._sweep()

    def _collected(self, consumer: _Consumer[_MsgType]) -> None:
        """_remove() for __del__: the garbage collector may run it in a thread that holds the lock."""
        self._garbage.append(consumer)
        if self._lock.acquire(blocking=False):
            try:
                self._sweep()
            finally:
                self._lock.release()

    def _sweep(self) -> None:
        """Forgets the consumers that are not needed any more. Under the lock."""
        while self._garbage:
            consumer = self._garbage.popleft()
            if consumer in self._consumers:
                self._consumers.remove(consumer)
                self._filtered -= consumer.where is not None
                self._dropped += consumer.dropped

    async def _take(
        self, consumer: _Consumer[_MsgType], *, newest: bool = False, timeout: float | None = None
    ) -> _MsgType:
        """The consumer's next item; SubClosed, or what the sub failed of, if there will be none."""
        items = consumer.items
        expiry: asyncio.TimerHandle | None = None
        deadline: float | None = None
        try:
            while True:
                with self._lock:
                    if items:
                        return items.pop() if newest else items.popleft()
                    if consumer.error is not None:
                        raise consumer.error
                    if self._ended:
                        if self._error is not None:
                            raise self._error
                        raise SubClosed(f'{self.name} is closed')
                    loop = self._bound_loop()
                    waiter = Waiter(loop)
                    consumer.waiter = waiter
                if timeout is not None:
                    deadline = loop.time() + timeout if deadline is None else deadline
                    if expiry is not None:
                        expiry.cancel()
                    expiry = loop.call_at(deadline, _expire, waiter, self.name, timeout)
                await waiter
        finally:
            consumer.waiter = None
            if expiry is not None:
                expiry.cancel()

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
        return Wait(self, self._add(1, where=where, with_value=True), timeout)

    def wait_for_new(
        self,
        *,
        where: Callable[[_MsgType], bool] | None = None,
        timeout: float | None = None,
    ) -> Wait[_MsgType]:
        """The latest of the items that arrive after this call: of 10, 11, 12 that arrived when it is awaited, 12."""
        return Wait(self, self._add(1, where=where), timeout)

    def wait_for_next(
        self,
        *,
        where: Callable[[_MsgType], bool] | None = None,
        timeout: float | None = None,
    ) -> Wait[_MsgType]:
        """The first item that arrives after this call, however much later it is awaited: of 10, 11, 12 the 10."""
        return Wait(self, self._add(1, first_only=True, where=where), timeout)

    def listen(self, fresh: bool = False) -> Listener[_MsgType]:
        """Items as they come, always the latest: what arrives while the loop's body runs replaces what arrived before.

        Begins with the latest item, unless `fresh`. Listening begins with this call, not with the loop.
        """
        return Listener(self, self._add(1, with_value=not fresh), lifo=False)

    def listen_reliable(self, fresh: bool = False, queue_size: int = 10, lifo: bool = False) -> Listener[_MsgType]:
        """Every item, through a queue of its own of `queue_size` items (0: unbounded).

        When the queue is full the oldest item is dropped, and counted. `lifo` takes the newest of the queue first.
        """
        if queue_size < 0:
            raise ValueError(f'{self.name}: queue_size is {queue_size}; expected 0 (unbounded) or more')
        return Listener(self, self._add(queue_size or None, with_value=not fresh), lifo=lifo)

    # --- end ---

    def attach(self, scope: Scope) -> None:
        """Lets `scope` close this sub when it ends, and fail with it. A sub has one scope at a time."""
        if self._scope is not None:
            self._scope._forget(self)
        self._scope = scope
        scope._adopt(self)

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
        if self._event_loop is None or self._in_loop_thread():
            self._ended_in_loop()
        else:
            try:
                self._event_loop.call_soon_threadsafe(self._ended_in_loop)
            except RuntimeError:  # the loop is gone, and who waited in it too
                self._ended_in_loop()

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
            callback()
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


def _expire(waiter: Waiter, name: str, timeout: float) -> None:
    waiter.end(TimeoutError(f'{name}: nothing within {timeout:g} s'))


class Wait(Coroutine[Any, Any, _MsgType]):
    """What the wait_for_… functions return: awaited once, in a task or not. Primed when made; forgotten when dropped.

    It is a coroutine for those who ask (asyncio.create_task, …).
    """

    __slots__ = ('_consumer', '_running', '_sub', '_timeout')

    def __init__(self, sub: BaseSub[_MsgType], consumer: _Consumer[_MsgType], timeout: float | None) -> None:
        self._sub = sub
        self._consumer = consumer
        self._timeout = timeout
        self._running: Coroutine[Any, Any, _MsgType] | None = None

    async def _run(self) -> _MsgType:
        try:
            return await self._sub._take(self._consumer, timeout=self._timeout)
        finally:
            self._sub._remove(self._consumer)

    def _started(self) -> Coroutine[Any, Any, _MsgType]:
        if self._running is None:
            self._running = self._run()
        return self._running

    def __await__(self) -> Generator[Any, Any, _MsgType]:
        return self._started().__await__()

    def send(self, value: Any) -> Any:
        return self._started().send(value)

    def throw(self, *error: Any) -> Any:
        return self._started().throw(*error)

    def close(self) -> None:
        if self._running is not None:
            self._running.close()
        self._sub._remove(self._consumer)

    def __del__(self) -> None:
        if self._running is None:
            self._sub._collected(self._consumer)


class Listener(AsyncGenerator[_MsgType, None]):
    """What listen() and listen_reliable() return; ends when the sub is closed, raises what the sub failed of.

    Leaving the loop, or dropping the listener, gives its queue back.
    """

    def __init__(self, sub: BaseSub[_MsgType], consumer: _Consumer[_MsgType], lifo: bool) -> None:
        self._sub = sub
        self._consumer = consumer
        self._lifo = lifo
        self._done = False

    @property
    def dropped(self) -> int:
        """Items that were lost because the queue was full."""
        return self._consumer.dropped

    def waiting(self) -> tuple[_MsgType, ...]:
        """The next item, taken out, if it need not be waited for. Any thread, one at a time."""
        try:
            return (self._consumer.items.pop() if self._lifo else self._consumer.items.popleft(),)
        except IndexError:
            return ()

    def __aiter__(self) -> Listener[_MsgType]:
        return self

    async def __anext__(self) -> _MsgType:
        if self._done:
            raise StopAsyncIteration
        items = self._consumer.items
        if items and not self._lifo:
            try:
                return items.popleft()
            except IndexError:  # waiting() took it, in another thread
                pass
        try:
            return await self._sub._take(self._consumer, newest=self._lifo)
        except SubClosed:
            self._leave()
            raise StopAsyncIteration from None
        except asyncio.CancelledError:
            raise  # the listener stays: a wait with a timeout may be repeated
        except BaseException:
            self._leave()
            raise

    async def asend(self, value: None) -> _MsgType:
        return await self.__anext__()

    async def athrow(self, *error: Any) -> _MsgType:
        self._leave()
        raise error[1] if len(error) > 1 and error[1] is not None else error[0]

    async def aclose(self) -> None:
        self._leave()

    async def __aenter__(self) -> Listener[_MsgType]:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._leave()

    def __del__(self) -> None:
        self._sub._collected(self._consumer)

    def _leave(self) -> None:
        self._done = True
        self._sub._remove(self._consumer)


def _identity(item: Any) -> Any:
    return item


class ConverterSub(BaseSub[_OutType], Generic[_OutType, _InType]):
    """The items of another sub, each converted in the loop's thread.

    Ends with the other sub. What `convert_func` raises is this sub's failure, not the other's. Closing it leaves the
    other open.
    """

    def __init__(
        self,
        sub: BaseSub[_InType],
        convert_func: Callable[[_InType], _OutType] = _identity,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        super().__init__(scope=scope)
        self._source = sub
        self._convert = convert_func
        self._leave: Callable[[], None] | None = None
        self._leave = sub._follow(self._forward, self._source_ended)

    @property
    def name(self) -> str:
        return f'{type(self).__name__}({self._source.name})'

    def _forward(self, item: _InType) -> None:
        try:
            converted = self._convert(item)
        except Exception as error:
            self._fail(error)
            return
        self.input_data(converted)

    def _source_ended(self, error: BaseException | None) -> None:
        if error is not None:
            self._fail(error)
        else:
            self.close()

    def close(self) -> None:
        if self._leave is not None:
            self._leave()
        super().close()


__all__ = [
    'BaseSub',
    'ConverterSub',
    'Listener',
    'SubClosed',
    'SubClosedException',
    'SubStatistics',
    'Wait',
]
