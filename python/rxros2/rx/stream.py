# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Stream: an observable that belongs to a node. SharedSource: feeds its subscribers and isolates their errors."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from reactivex import Observable, abc
from reactivex.disposable import Disposable, SingleAssignmentDisposable
from reactivex.scheduler import CurrentThreadScheduler, VirtualTimeScheduler

from .._caller import place_of, user_frame
from ..aio.core.loop_bridge import LoopBridge, Source, bridge_of
from ..stream_errors import reached_no_handler
from .assembly import STREAM, UNREPORTED, check_operator
from .unhandled import report

if TYPE_CHECKING:
    from .node import Node

_T = TypeVar('_T')
_O = TypeVar('_O')


class Reporting(Observable[_T]):
    """An observable that logs an error which no handler takes, as do those that are piped from it.

    Every error of a subscriber arrives here: an exception of on_next goes to the same subscriber's on_error; without
    one, and if on_error or on_completed raises, the error is reported.
    """

    node: Node | None = None

    def __init__(self, subscribe: abc.Subscription[_T], name: str, scheduler: abc.SchedulerBase | None = None) -> None:
        """`name` is that of the source, for the log: 'from_topic(/scan)'.

        If `scheduler`, in which it emits, is a node's, the observable belongs to that node.
        """
        super().__init__(subscribe)
        self.name = name
        self.node = getattr(scheduler, 'node', None)

    def subscribe(
        self,
        on_next: abc.ObserverBase[_T] | abc.OnNext[_T] | None = None,
        on_error: abc.OnError | None = None,
        on_completed: abc.OnCompleted | None = None,
        *,
        scheduler: abc.SchedulerBase | None = None,
    ) -> abc.DisposableBase:
        """Subscribes an observer or functions, as reactivex does."""
        observer: _Guard[_T]
        if on_next is None or not callable(getattr(on_next, 'on_next', None)):
            for name, given in (('on_next', on_next), ('on_error', on_error), ('on_completed', on_completed)):
                if given is not None and not callable(given):
                    raise TypeError(f'subscribe(): expected a function as {name}, found {given!r}')
            observer = _Guard(self, on_next, on_error, on_completed)  # type: ignore[arg-type]
        else:
            whole: Any = on_next
            observer = _Guard(self, whole.on_next, whole.on_error, whole.on_completed)

        def begin(*_: Any) -> None:
            try:
                begun: Any = self._subscribe_core(observer, scheduler)
            except Exception as error:
                observer.failed(error)
            else:
                observer.held.disposable = begun if hasattr(begun, 'dispose') else Disposable(begun)

        trampoline = CurrentThreadScheduler.singleton()
        if trampoline.schedule_required():
            trampoline.schedule(begin)
        else:
            begin()
        return Disposable(observer.dispose)

    def pipe(self, *operators: Callable[[Any], Any]) -> Any:
        """Applies operators; what each of them returns logs errors too, and belongs to the same node."""
        for operator in operators:
            check_operator(operator)
        result: Any = self
        for operator in operators:
            result = like(result if isinstance(result, Reporting) else self, operator(result))
        return result

    if not TYPE_CHECKING:  # where it would give the stream every attribute

        def __getattr__(self, name: str) -> Any:
            message = f'{type(self).__name__!r} object has no attribute {name!r}'
            if not name.startswith('_'):
                message += f': write pipe(rx.map(lambda item: item.{name})) if its items have one'
            raise AttributeError(message, name=name, obj=self)

    # The methods of reactivex would use its own operators, which swallow errors silently, and take no coroutines.

    def retry(self, retry_count: int | None = None) -> Any:
        """Does pipe(retry(retry_count)) of rxros2.rx."""
        return self.pipe(OPERATORS['retry'](retry_count))

    def flat_map(self, mapper: Any = None) -> Any:
        """Does pipe(flat_map(mapper)) of rxros2.rx."""
        return self.pipe(OPERATORS['flat_map'](mapper))

    def concat_map(self, project: Any) -> Any:
        """Does pipe(concat_map(project)) of rxros2.rx."""
        return self.pipe(OPERATORS['concat_map'](project))

    def switch_map(self, project: Any = None) -> Any:
        """Does pipe(switch_map(project)) of rxros2.rx."""
        return self.pipe(OPERATORS['switch_map'](project))


OPERATORS: dict[str, Callable[..., Callable[[Any], Any]]] = {}
"""The operators that streams have as methods, by name. Their modules use this one, and add them."""


class _Guard(abc.ObserverBase[_T]):
    """A subscriber of a Reporting observable: no exception leaves it, and none is lost."""

    def __init__(
        self,
        of: Reporting[_T],
        on_next: abc.OnNext[_T] | None,
        on_error: abc.OnError | None,
        on_completed: abc.OnCompleted | None,
    ) -> None:
        self._of = of
        self._next = on_next or _ignore
        self._failed = on_error
        self._completed = on_completed or _ignore
        # Operators always have an on_error, so that only the end of a pipe looks for the user's line.
        self._place = place_of(user_frame()) if on_error is None else ''
        self.held = SingleAssignmentDisposable()
        self.is_stopped = False

    def on_next(self, value: _T) -> None:
        """Emits an item."""
        if self.is_stopped:
            return
        try:
            self._next(value)
        except Exception as error:
            self.failed(error)

    def on_error(self, error: Exception) -> None:
        """Ends the subscriber by an error."""
        if self.is_stopped:
            return
        self.is_stopped = True
        try:
            if self._failed is None:
                self._report(error)
            else:
                self._failed(error)
        except Exception as unhandled:
            self._report(unhandled)
        finally:
            self.held.dispose()

    def on_completed(self) -> None:
        """Completes the subscriber."""
        if self.is_stopped:
            return
        self.is_stopped = True
        try:
            self._completed()
        except Exception as unhandled:
            self._report(unhandled)
        finally:
            self.held.dispose()

    def failed(self, error: Exception) -> None:
        """Ends the subscriber by an exception that was raised here or behind it."""
        if self.is_stopped or reached_no_handler(error.__traceback__):
            # The observer behind this one has ended by the exception, and would ignore it silently.
            self.dispose()
            self._report(error)
        else:
            self.on_error(error)

    def dispose(self) -> None:
        """Ends the subscriber without a notification."""
        self.is_stopped = True
        self.held.dispose()

    def _report(self, error: Exception) -> None:
        report(self._of.node, self._of.name, error, self._place)


def _ignore(*_: Any) -> None:
    pass


class Stream(Reporting[_T]):
    """An observable that runs in the time and thread of a node, as do the streams that are piped from it.

    An error that no handler takes is logged by the node; its option on_stream_error decides what else happens.
    An operator that needs a scheduler takes its own argument, else that of subscribe(), else the node's.
    """

    def __init__(
        self, node: Node, subscribe: abc.Subscription[_T], name: str = 'a stream', *, reported: bool = True
    ) -> None:
        """`reported`: the end of the node reports the stream if nobody has subscribed to it."""
        super().__init__(subscribe, name)
        self.node: Node = node
        self._part = node._assembly.part(STREAM) if reported else UNREPORTED
        self._part.watch(self)

    def _subscribe_core(
        self, observer: abc.ObserverBase[_T], scheduler: abc.SchedulerBase | None = None
    ) -> abc.DisposableBase:
        self._part.used = True
        if not isinstance(scheduler, VirtualTimeScheduler):  # there a test runs the stream
            self.node._has_streams = True
        return super()._subscribe_core(observer, scheduler or self.node.scheduler)

    def pipe(self, *operators: Callable[[Any], Any]) -> Any:
        """Applies operators; what each of them returns logs errors too, and belongs to the same node."""
        self._part.pass_on(self)
        return super().pipe(*operators)


def like(source: object, observable: _O, name: str = '') -> _O:
    """Returns a plain observable as a stream of the node of `source`, by default under its name; else it unchanged.

    If `source` has no node, the observable logs errors if `source` does.
    """
    if type(observable) is not Observable or not isinstance(source, Reporting):
        return observable
    plain: Any = observable
    begin, of = plain._subscribe_core, name or source.name
    stream: Any = Reporting(begin, of) if source.node is None else Stream(source.node, begin, of)
    return stream  # type: ignore[no-any-return]


def node_of(*sources: object) -> Node | None:
    """Returns the node of the first of these observables that has one."""
    streams = [source for source in sources if isinstance(source, Stream)]
    for stream in streams:
        stream._part.pass_on(stream)  # to the operator that asks
    return streams[0].node if streams else None


class Subscriber(Generic[_T]):
    """A subscriber.

    Its exception is its own stream's error; an error that it does not handle is logged.
    """

    __slots__ = ('_leave', '_node', '_observer', 'ended', 'name')

    def __init__(
        self, node: Node, name: str, observer: abc.ObserverBase[_T], leave: Callable[[Subscriber[_T]], None]
    ) -> None:
        self._node = node
        self._observer = observer
        self._leave = leave
        self.name = name
        self.ended = False

    def next(self, item: _T) -> None:
        """Emits an item."""
        if self.ended:
            return
        try:
            self._observer.on_next(item)
        except Exception as error:
            if getattr(self._observer, 'is_stopped', False):
                # The subscriber has already ended by this error: it has no on_error, or on_error raised it. An observer
                # that has stopped would ignore it silently.
                self._end()
                self._log(error)
            else:
                self.error(error)

    def error(self, error: Exception) -> None:
        """Ends the subscriber by an error."""
        if self._end():
            try:
                self._observer.on_error(error)
            except Exception as unhandled:
                self._log(unhandled)

    def completed(self) -> None:
        """Completes the subscriber."""
        if self._end():
            try:
                self._observer.on_completed()
            except Exception as unhandled:
                self._log(unhandled)

    def dispose(self) -> None:
        """Ends the subscriber without a notification."""
        self._end()

    def _end(self) -> bool:
        if self.ended:
            return False
        self.ended = True
        self._leave(self)
        return True

    def _log(self, error: Exception) -> None:
        report(self._node, self.name, error)


class SharedSource(Generic[_T]):
    """Feeds all subscribers of a stream of a node: connected with the first, disconnected with the last.

    A subclass overrides _connect() and _disconnect(), and calls _next() and _end() in the node's executor. It ends
    with the node: _is_sink as in Node.adopt().
    """

    _is_sink = False

    def __init__(self, node: Node, name: str) -> None:
        self._node = node
        self._name = name
        self._lock = threading.RLock()  # never held while user code runs
        self._subscribers: tuple[Subscriber[_T], ...] = ()
        self._connected = False

    def stream(self, *, reported: bool = True) -> Stream[_T]:
        """Returns the stream; see Stream for `reported`."""
        return Stream(self._node, self._subscribe, self._name, reported=reported)

    def _subscribe(
        self, observer: abc.ObserverBase[_T], scheduler: abc.SchedulerBase | None = None
    ) -> abc.DisposableBase:
        subscriber = Subscriber(self._node, self._name, observer, self._subscriber_left)
        self._add(subscriber)
        return Disposable(subscriber.dispose)

    def _add(self, subscriber: Subscriber[_T]) -> None:
        with self._lock:
            self._subscribers += (subscriber,)
            first = not self._connected
            self._connected = True
        if not first:
            return
        if not self._node.adopt(self, as_sink=self._is_sink):
            self._end(None)
            return
        try:
            self._connect()
        except Exception as error:
            self._end(error)

    def _subscriber_left(self, subscriber: Subscriber[_T]) -> None:
        with self._lock:
            self._subscribers = tuple(other for other in self._subscribers if other is not subscriber)
            last = self._connected and not self._subscribers
            if last:
                self._connected = False
        if last:
            self._release()

    def _next(self, item: _T) -> None:
        for subscriber in self._subscribers:
            subscriber.next(item)

    def _end(self, error: Exception | None) -> None:
        """Ends the stream for all present subscribers; later ones begin anew."""
        with self._lock:
            ended, self._subscribers = self._subscribers, ()
            release, self._connected = self._connected, False
        if release:
            self._release()
        for subscriber in ended:
            if error is None:
                subscriber.completed()
            else:
                subscriber.error(error)

    def _release(self) -> None:
        self._node.disown(self)
        self._disconnect()

    def node_ended(self) -> None:
        """Completes the stream with its node."""
        self._end(None)

    def _connect(self) -> None:
        """Begins to receive; an exception is the stream's error. Any thread."""
        raise NotImplementedError

    def _disconnect(self) -> None:
        """Ends the work of _connect(), also if that failed. Any thread."""
        raise NotImplementedError


class Attachment:
    """A source of the middleware that the node's executor listens to while it spins. Any thread."""

    def __init__(self, node: Node, source: Source, drain: Callable[[], None]) -> None:
        self._node = node
        self._source = source
        self._drain = drain
        self._lock = threading.Lock()  # guards the members below
        self._bridge: LoopBridge | None = None
        self._key = 0
        self.closed = False
        node.scheduler.run(self._begin)

    def _begin(self) -> None:
        with self._lock:
            if not self.closed:
                self._bridge = bridge_of(self._node.scheduler.loop)
                self._key = self._bridge.add(self._source, self._drained)

    def _drained(self) -> None:
        if not self.closed:
            self._drain()

    def close(self) -> None:
        """Removes the source; nothing is taken from it afterwards. A second call does nothing."""
        with self._lock:
            if self.closed:
                return
            self.closed = True
            bridge = self._bridge
        self._source.close()
        if bridge is not None:
            bridge.remove(self._key)
