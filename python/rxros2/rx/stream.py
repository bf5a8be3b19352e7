# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Stream: an observable that belongs to a node. SharedSource: feeds its subscribers and isolates their errors."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from reactivex import Observable, abc
from reactivex.disposable import Disposable

from ..aio.core.loop_bridge import LoopBridge, Source, bridge_of

if TYPE_CHECKING:
    from .node import Node

_T = TypeVar('_T')


class Stream(Observable[_T]):
    """An observable that runs in the time and thread of a node, as do the streams that are piped from it.

    An operator that needs a scheduler takes its own argument, else that of subscribe(), else the node's.
    """

    def __init__(self, node: Node, subscribe: abc.Subscription[_T]) -> None:
        super().__init__(subscribe)
        self.node = node

    def _subscribe_core(
        self, observer: abc.ObserverBase[_T], scheduler: abc.SchedulerBase | None = None
    ) -> abc.DisposableBase:
        return super()._subscribe_core(observer, scheduler or self.node.scheduler)

    def pipe(self, *operators: Callable[[Any], Any]) -> Any:
        """Applies operators; the result belongs to the node too."""
        return of_node(self.node, super().pipe(*operators))


def of_node(node: Node, observable: Any) -> Any:
    """Returns a plain observable as a stream of the node; anything else unchanged."""
    return Stream(node, observable._subscribe_core) if type(observable) is Observable else observable


def node_of(*sources: object) -> Node | None:
    """Returns the node of the first of these observables that has one."""
    for source in sources:
        if isinstance(source, Stream):
            return source.node
    return None


class Subscriber(Generic[_T]):
    """A subscriber.

    Its exception is its own stream's error; an error that it does not handle is logged, with a traceback.
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
        log_unhandled(self._node, self.name, error)


def log_unhandled(node: Node, name: str, error: Exception) -> None:
    """Logs an error that no subscriber handles."""
    node.logger.error(f'{name} ended by an error: {"".join(traceback.format_exception(error)).rstrip()}')


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

    def stream(self) -> Stream[_T]:
        """Returns the stream."""
        return Stream(self._node, self._subscribe)

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
        self._lock = threading.Lock()
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
