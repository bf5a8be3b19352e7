# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_bag, to_bag and to_black_box: recordings as streams."""

from __future__ import annotations

import contextlib
import os
import pathlib
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar, overload

from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable, Disposable, SingleAssignmentDisposable
from reactivex.scheduler import CurrentThreadScheduler

from ..aio.core.loop_bridge import bridge_of
from ..bag import BagError, BaseBlackBox, Recorded, Tap, Writer, read
from ..names import text
from .scheduler import loop_scheduler
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

    return _recording(lambda: Tap(to, message_type, topic, clock))


class BlackBox(BaseBlackBox):
    """The last seconds of what several streams have, in a folder; a recording of them for each fault. Within `with`.

    The folder has `ring`, some files of MCAP of which the oldest makes room for the newest, and a recording for each
    fault: of `duration` seconds before it (up to an eighth more) and `after` seconds behind it, in which further faults
    belong to it. Files of the ring have at most `size` bytes; `queue` bytes wait for the disk, messages of more are
    dropped and counted. The recordings are links to the ring's files, which need no room on the disk. A thread of the
    box writes four times a second: what came up to half a second before the process is killed, or a second before the
    power fails, can be read. A ring that a killed process left is made a recording by the next box: `former`.
    BagError for a folder that cannot be made, or that another box uses. Any thread; not in a process that was forked.
    """

    def errors(self) -> Observable[BagError]:
        """What could not be written (a full disk), and how many messages were dropped; their streams go on.

        Emitted in the subscription's scheduler, else in the asyncio loop that runs here, else in the background thread.
        While nobody subscribes, it is logged. Completes with the box.
        """
        return self._told(True)

    def saved(self) -> Observable[pathlib.Path]:
        """The folders of recordings that are complete, in the same way."""
        return self._told(False)

    def _told(self, of_errors: bool) -> Observable[Any]:
        def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            events, made = self._events(of_errors)
            runs_in = loop_scheduler(passed)
            ended = SingleAssignmentDisposable()

            def begin() -> None:
                bridge = bridge_of(runs_in.loop)
                key = bridge.add(events, drain)

                def leave() -> None:
                    events.close()
                    bridge.remove(key)

                ended.disposable = Disposable(leave)

            def drain() -> None:
                texts, is_end = events.take()
                for each in texts:
                    if not ended.is_disposed:
                        observer.on_next(made(each))
                if is_end and not ended.is_disposed:
                    ended.dispose()
                    observer.on_completed()

            runs_in.run(begin)
            return ended

        return Observable(subscribe)


def to_black_box(
    box: BaseBlackBox,
    message_type: type[Any],
    topic: str,
    is_fault: Callable[[Any], bool] | None = None,
    *,
    clock: Callable[[], int] | None = None,
) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(to_black_box(box, T, topic, is_fault)) keeps the last seconds of what passes, and records a fault.

    ::

        source                     --1--2--3--4--5--6--|
        to_black_box(b, T, t, f)   --1--2--3--4--5--6--|    (f(4): 2, 3, 4, 5 in a recording)

    Items are messages, or Recorded, and have the times that to_bag gives them. `is_fault` is called with each message;
    where it turns true, the box records what all its streams had, as long before and after that item as it was told.
    Without it the stream is only among what is recorded. A disk that is full or slow ends no stream, and does not make
    it wait: BlackBox.errors().
    """
    return _recording(lambda: Tap(box, message_type, topic, clock, is_fault))


def _recording(make: Callable[[], Tap]) -> Callable[[Observable[_T]], Observable[_T]]:
    def recording(source: Observable[_T]) -> Observable[_T]:
        def subscribe(observer: abc.ObserverBase[_T], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            try:
                tap = make()
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


__all__ = ['BlackBox', 'from_bag', 'to_bag', 'to_black_box']
