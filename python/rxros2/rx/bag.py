# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_bag and to_bag: recordings as streams."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar, overload

from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable, Disposable, SingleAssignmentDisposable
from reactivex.scheduler import CurrentThreadScheduler

from ..bag import Recorded, Tap, Writer, read
from ..names import text
from .stream import node_of, of_node

_T = TypeVar('_T')

_AT_ONCE = 64
"""Messages that are emitted before others get their turn."""


@overload
def from_bag(
    path: str | os.PathLike[str], message_type: type[_T], topic: str, *, scheduler: abc.SchedulerBase | None = None
) -> Observable[Recorded[_T]]: ...
@overload
def from_bag(
    path: str | os.PathLike[str], *, topics: Iterable[str] | None = None, scheduler: abc.SchedulerBase | None = None
) -> Observable[Recorded[bytes]]: ...
def from_bag(
    path: str | os.PathLike[str],
    message_type: type[Any] | None = None,
    topic: str | None = None,
    *,
    topics: Iterable[str] | None = None,
    scheduler: abc.SchedulerBase | None = None,
) -> Observable[Recorded[Any]]:
    """The messages that a recording has of a topic, as Recorded, which have their times; then it completes.

    ::

        from_bag(p, T, t)    abc|

    Without a type, the samples of several topics or of all, as bytes. `path`: a folder that rosbag2 or to_bag made, a
    .mcap or a .db3. In the order of log times, as fast as they are wanted: nothing waits for the times. Each subscriber
    reads from the start, in `scheduler`, else in that of the subscription, else in this thread, which blocks; some
    messages at a time, so that other streams there get their turn.
    BagError, with the file and the byte, for what is no recording or is damaged, for a topic that is not there or has
    another type; CdrError for bytes that are no message of the type.
    """
    names = [text('topic', topic)] if topic is not None else None if topics is None else list(topics)
    if (message_type is None) != (topic is None):
        raise TypeError('from_bag: expected a type and a topic, or none of both')

    def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        messages = read(path, message_type, names)
        runs_in = scheduler or passed or CurrentThreadScheduler.singleton()
        ended = Disposable()

        def emit(_: abc.SchedulerBase, state: Any = None) -> None:
            if _emit_some(messages, observer, ended):
                runs_in.schedule(emit)

        runs_in.schedule(emit)
        return ended

    return Observable(subscribe)


def _emit_some(messages: Generator[Any], observer: abc.ObserverBase[Any], ended: Disposable) -> bool:
    """False if that were all, or nobody wants more."""
    try:
        for _ in range(_AT_ONCE):
            if ended.is_disposed:
                messages.close()
                return False
            try:
                message = next(messages)
            except StopIteration:
                observer.on_completed()
                return False
            observer.on_next(message)
    except Exception as error:
        messages.close()
        observer.on_error(error)
        return False
    return True


def to_bag(
    to: str | os.PathLike[str] | Writer,
    message_type: type[Any] | None = None,
    topic: str | None = None,
    *,
    clock: Callable[[], int] | None = None,
) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(to_bag(path, T, topic)) records each item, and hands it on unchanged.

    ::

        source             --1--2--|
        to_bag(p, T, t)    --1--2--|       (and 1, 2 in the recording)

    Items are messages, or Recorded, which keep their times; others have the time of `clock` in nanoseconds, such as
    node.now, else the system's. Without a type, Recorded of any topic, as from_bag(path) emits them. `to` is a new
    folder, a new .mcap or .db3; instead of it a rxros2.bag.Writer, which several streams share and somebody closes. The
    files are complete when the stream ends, or is disposed.
    BagError, which becomes the stream's, for a path that exists and for what cannot be written (a full disk): what was
    written before can be read.
    """
    if (message_type is None) != (topic is None):
        raise TypeError('to_bag: expected a type and a topic, or none of both')

    def recording(source: Observable[_T]) -> Observable[_T]:
        def subscribe(observer: abc.ObserverBase[_T], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            try:
                tap = Tap(to, message_type, topic, clock)
            except Exception as error:
                observer.on_error(error)
                return Disposable()
            upstream = SingleAssignmentDisposable()

            def write(item: _T) -> None:
                try:
                    tap.write(item)
                except Exception as error:
                    upstream.dispose()
                    observer.on_error(error)
                else:
                    observer.on_next(item)

            def completed() -> None:
                try:
                    tap.close()
                except Exception as error:
                    observer.on_error(error)
                else:
                    observer.on_completed()

            def failed(error: Exception) -> None:
                _close(tap)
                observer.on_error(error)

            upstream.disposable = source.subscribe(write, failed, completed, scheduler=passed)
            return CompositeDisposable(upstream, Disposable(lambda: _close(tap)))

        made: Observable[_T] = Observable(subscribe)
        node = node_of(source)
        return made if node is None else of_node(node, made)

    return recording


def _close(tap: Tap) -> None:
    with contextlib.suppress(Exception):  # said before, or nobody is left to whom it could be said
        tap.close()


__all__ = ['from_bag', 'to_bag']
