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
from .stream import Reporting, like

_T = TypeVar('_T')

_AT_ONCE = 64
"""The number of messages after which other streams may run."""


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
    """Emits the messages of a topic in a recording, as Recorded, with their times, and completes.

    ::

        from_bag(p, T, t)    abc|

    Without a type it emits the samples of several topics, or of all, as bytes. `path` is a folder of rosbag2 or to_bag,
    a .mcap or a .db3. Messages are sorted by log time and emitted as fast as they are consumed, not at the pace of the
    recording. Each subscriber reads from the start, in `scheduler`, else in that of the subscription, else in this
    thread, which blocks. Other streams in that scheduler run after every few messages.

    Raises BagError, with the file and the byte, for a missing or damaged recording and for a topic that is missing or
    has another type; CdrError for bytes that are not a message of the type.
    """
    names = [text('topic', topic)] if topic is not None else None if topics is None else list(topics)
    if (message_type is None) != (topic is None):
        raise TypeError('from_bag: expected both a type and a topic, or neither')

    def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        messages = read(path, message_type, names)
        runs_in = scheduler or passed or CurrentThreadScheduler.singleton()
        ended = Disposable()

        def emit(_: abc.SchedulerBase, state: Any = None) -> None:
            if _emit_some(messages, observer, ended):
                runs_in.schedule(emit)

        runs_in.schedule(emit)
        return ended

    return Reporting(subscribe, f'from_bag({os.fspath(path)})', scheduler)


def _emit_some(messages: Generator[Any], observer: abc.ObserverBase[Any], ended: Disposable) -> bool:
    """Emits some messages. Returns False after the last one or a dispose()."""
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
    """source.pipe(to_bag(path, T, topic)) records each item and emits it unchanged.

    ::

        source             --1--2--|
        to_bag(p, T, t)    --1--2--|       (and 1, 2 in the recording)

    Items are messages, or Recorded, which keep their times; others get the time of `clock` in nanoseconds, such as
    node.now, else the system's. Without a type, items are Recorded of any topic, as from_bag(path) emits them. `to` is
    a new folder, a new .mcap or .db3, or a rxros2.bag.Writer, which several streams may share and you close. The files
    are complete when the stream ends or is disposed.

    A path that exists and a failed write, such as on a full disk, are the stream's BagError; messages that were written
    before can be read.
    """
    if (message_type is None) != (topic is None):
        raise TypeError('to_bag: expected both a type and a topic, or neither')

    return _recording(lambda: Tap(to, message_type, topic, clock))


class BlackBox(BaseBlackBox):
    """Keeps the last seconds of several streams in a folder, and a recording of them for each fault. Use it in `with`.

    The folder contains `ring`, MCAP files of which the oldest is deleted for the newest, and a recording for each
    fault. A recording covers `duration` seconds before the fault (up to an eighth more) and `after` seconds behind it;
    further faults within that time belong to it. Files of the ring have at most `size` bytes. At most `queue` bytes
    wait for the disk; messages beyond that are dropped and counted. The recordings are links to the ring's files,
    which take no additional disk space.

    A thread of the box writes four times a second: messages older than half a second survive a killed process,
    messages older than a second a power failure. The next box turns the ring of a killed process into a recording:
    `recovered_recording`.

    Raises BagError for a folder that cannot be made or that another box uses. Thread-safe; not usable in a forked
    child.
    """

    def errors(self) -> Observable[BagError]:
        """Emits errors: failed writes (a full disk) and numbers of dropped messages. The streams continue.

        Emitted in the subscription's scheduler, else in the running asyncio loop, else in the background thread. While
        there is no subscriber, errors are logged. Completes with the box.
        """
        return self._box_events(True)

    def saved(self) -> Observable[pathlib.Path]:
        """Emits the folders of recordings that are complete, in the same thread as errors().

        Completes with the box.
        """
        return self._box_events(False)

    def _box_events(self, of_errors: bool) -> Observable[Any]:
        def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            events, convert = self._events(of_errors)
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
                for event_text in texts:
                    if not ended.is_disposed:
                        observer.on_next(convert(event_text))
                if is_end and not ended.is_disposed:
                    ended.dispose()
                    observer.on_completed()

            runs_in.run(begin)
            return ended

        return Reporting(subscribe, 'the events of the black box')


def to_black_box(
    box: BaseBlackBox,
    message_type: type[Any],
    topic: str,
    is_fault: Callable[[Any], bool] | None = None,
    *,
    clock: Callable[[], int] | None = None,
) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(to_black_box(box, T, topic, is_fault)) keeps the last seconds of items, and records a fault.

    ::

        source                     --1--2--3--4--5--6--|
        to_black_box(b, T, t, f)   --1--2--3--4--5--6--|    (f(4): 2, 3, 4, 5 in a recording)

    Items are messages, or Recorded, and get their times as in to_bag. `is_fault` is called with each message; when its
    result turns true, the box records all its streams for the times before and after that item that it was made with.
    Without it the stream only belongs to the recordings. A full or slow disk neither ends the stream nor makes it wait:
    see BlackBox.errors().
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

        recorded: Observable[_T] = Observable(subscribe)
        return like(source, recorded)

    return recording


def _close(tap: Tap) -> None:
    with contextlib.suppress(Exception):  # the error was reported before, or the stream has been disposed
        tap.close()


__all__ = ['BlackBox', 'from_bag', 'to_bag', 'to_black_box']
