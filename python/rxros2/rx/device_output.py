# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""to_device: writes the items of a stream to a Linux device."""

from __future__ import annotations

import errno
import logging
import os
import stat
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable, Disposable, SingleAssignmentDisposable

from ..aio.core.losses import LossCount, losses
from .device import refuse_in_replay
from .node import Node, NodeScheduler
from .observe_on import Overflow
from .scheduler import LoopScheduler, loop_scheduler
from .stream import like, node_of

_T = TypeVar('_T')

_log = logging.getLogger('rxros2.rx')


def to_device(
    device_name: str,
    *,
    max_waiting: int = 64,
    overflow: Overflow | str = Overflow.ERROR,
    scheduler: abc.SchedulerBase | None = None,
) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(to_device(path)) writes each item, a record of bytes, to a Linux device and emits it.

    ::

        source          --1--2--3-----|
        to_device(p)    --1--2--3-----|      (and the bytes of 1, 2, 3 in the device)

    The device is a character or block device, a FIFO that has a reader, a terminal, or an existing file. Items are
    bytes or have the buffer protocol: `map(lambda item: struct.pack('ii', *item))` makes them. Like any operator it
    waits for a subscriber, and each subscriber opens the device. It never blocks: bytes that the device does not take
    at once wait and are written when the kernel reports room, in `scheduler`, else in that of the source's node
    (from_topic), else in the subscription's, else in the running asyncio loop, else in a thread that all such sources
    share.

    An item is emitted when it is written or waits; completion follows when all is written. Disposal, the source's error
    and the node's end drop records that still wait. `overflow` selects the treatment of an item when max_waiting
    records wait: with 'latest' the newest one waits, whatever max_waiting is; 'block' is refused.

    Errors, each with the path: OSError if the device cannot be opened, fails or is unplugged, or the FIFO has no reader
    any longer; OverflowError if too many records wait; TypeError for an item without bytes. Raises ValueError for
    contradictory options.
    """
    policy = Overflow(overflow)
    if max_waiting < 1:
        raise ValueError(f'to_device({device_name}): max_waiting is {max_waiting}; expected 1 or more')
    if policy == Overflow.BLOCK:
        raise ValueError(f'to_device({device_name}): overflow is block, but nothing waits here; use another policy')
    room = 1 if policy == Overflow.LATEST else max_waiting

    def write(source: Observable[_T]) -> Observable[_T]:
        node = node_of(source)

        def subscribe(observer: abc.ObserverBase[_T], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            runs_in = loop_scheduler(scheduler or (node.scheduler if node is not None else passed))
            return _Writer(device_name, observer, runs_in, room, policy).begin(source, passed)

        written: Observable[_T] = Observable(subscribe)
        return like(source, written)

    return write


class _Writer:
    """A subscription of to_device.

    Items are written in the source's thread, records that waited in the scheduler's.
    """

    def __init__(
        self, path: str, observer: abc.ObserverBase[Any], runs_in: LoopScheduler, room: int, overflow: Overflow
    ) -> None:
        self._path = path
        self._observer = observer
        self._runs_in = runs_in
        self._node: Node | None = runs_in.node if isinstance(runs_in, NodeScheduler) else None
        self._room = room
        self._overflow = overflow
        self._source = SingleAssignmentDisposable()
        self._held = CompositeDisposable(self._source, Disposable(self._close))
        self._lock = threading.Lock()  # guards the following members; never held while user code runs
        self._file = -1
        self._watched = False  # the loop watches the file, or will soon
        self._waiting: deque[bytes] = deque()
        self._losses = LossCount()
        self._written = 0  # bytes of the first record that are written
        self._source_completed = False
        self._emitting = 0
        self._end: tuple[Exception | None] | None = None

    def begin(self, source: Observable[Any], passed: abc.SchedulerBase | None) -> abc.DisposableBase:
        """Opens the device and subscribes to the source."""
        if self._node is not None and not self._node.adopt(self, as_sink=True):
            self._finish(None)
            return self._held
        try:
            self._open()
        except OSError as error:
            self._finish(error)
            return self._held
        self._source.disposable = source.subscribe(self._push, self._finish, self._completed, scheduler=passed)
        return self._held

    def _open(self) -> None:
        refuse_in_replay('to_device', self._path)
        try:
            self._file = os.open(self._path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        except OSError as error:
            if error.errno == errno.ENXIO and stat.S_ISFIFO(os.stat(self._path).st_mode):
                raise OSError(errno.ENXIO, 'nobody reads this FIFO', self._path) from None
            raise

    # --- in the source's thread ---

    def _push(self, item: Any) -> None:
        with self._lock:
            if self._file < 0 or self._end is not None:
                return
            self._emitting += 1
        try:
            try:
                record = _bytes_of(item)
            except TypeError as error:
                raise TypeError(f'to_device({self._path}): expected bytes, found {type(item).__name__}') from error
            with self._lock:
                if self._file >= 0:
                    self._put(record)
            self._observer.on_next(item)
        except Exception as error:
            self._finish(error)
        finally:
            with self._lock:
                self._emitting -= 1
                end = self._end if self._emitting == 0 else None
            if end is not None:
                self._emit_end(end[0])

    def _completed(self) -> None:
        with self._lock:
            self._source_completed = True
            done = not self._waiting
        if done:
            self._finish(None)

    # --- in the loop's thread ---

    def _watch(self) -> None:
        error: Exception | None = None
        with self._lock:
            if self._file < 0:
                return
            try:
                self._runs_in.loop.add_writer(self._file, self._writable)
            except OSError as failed:
                self._watched = False
                error = OSError(failed.errno, f'cannot be waited for: {failed.strerror}', self._path)
        if error is not None:
            self._finish(error)

    def _writable(self) -> None:
        error: Exception | None = None
        with self._lock:
            if self._file < 0:
                return
            try:
                self._write()
            except OSError as failed:
                error = failed
            written = not self._waiting
            if written or error is not None:
                self._watched = False
                self._runs_in.loop.remove_writer(self._file)
            done = written and self._source_completed
        if error is not None or done:
            self._finish(error)

    def _report_losses(self) -> None:
        with self._lock:
            text = losses(self._losses.take(), self._losses.total, 'dropped', 'record')
        log = _log.warning if self._node is None else self._node.logger.warning
        log(f'to_device({self._path}): {text}: the device is slower than the items; send fewer, or raise max_waiting')

    # --- while the lock is held ---

    def _put(self, record: bytes | memoryview) -> None:
        if len(self._waiting) >= self._room:
            if self._overflow == Overflow.ERROR:
                raise OverflowError(f'to_device({self._path}): {len(self._waiting)} records wait already')
            if self._overflow == Overflow.DROP_NEWEST:
                self._lose()
                return
            oldest = 1 if self._written else 0  # a partly written record has to be completed
            if oldest < len(self._waiting):
                del self._waiting[oldest]
                self._lose()
        if self._waiting:
            self._waiting.append(bytes(record))
            return
        taken = self._take(record)
        if taken < len(record):
            self._waiting.append(bytes(record))
            self._written = taken
            if not self._watched:
                self._watched = True
                self._runs_in.post(self._watch)

    def _lose(self) -> None:
        """Counts a dropped record; the loop reports it, unless the newest one is all that the program wants."""
        if self._losses.add() and self._overflow is not Overflow.LATEST:
            self._runs_in.post(self._report_losses)

    def _write(self) -> None:
        while self._waiting:
            first = self._waiting[0]
            taken = self._take(memoryview(first)[self._written :])
            self._written += taken
            if self._written < len(first):
                return
            self._written = 0
            self._waiting.popleft()

    def _take(self, record: bytes | memoryview) -> int:
        """Writes as many bytes as the device takes now; returns their number."""
        if not record:
            return 0
        try:
            return os.write(self._file, record)
        except BlockingIOError:
            return 0
        except OSError as error:
            text = 'nobody reads it any more' if error.errno == errno.EPIPE else error.strerror
            raise OSError(error.errno, text, self._path) from None

    # --- end ---

    def _finish(self, error: Exception | None) -> None:
        """Ends the stream, after the item that is being emitted. Any thread."""
        with self._lock:
            if self._end is not None:
                return
            self._end = (error,)
            emit = self._emitting == 0
        if emit:
            self._emit_end(error)

    def _emit_end(self, error: Exception | None) -> None:
        if self._held.is_disposed:
            return
        self._held.dispose()
        if error is None:
            self._observer.on_completed()
        else:
            self._observer.on_error(error)

    def node_ended(self) -> None:
        """Completes the stream with its node."""
        self._finish(None)

    def _close(self) -> None:
        with self._lock:
            self._waiting.clear()
            file, self._file = self._file, -1
            watched, self._watched = self._watched, False
        if self._node is not None:
            self._node.disown(self)
        loop = self._runs_in.loop
        if file < 0:
            return
        if not watched or loop.is_closed():
            os.close(file)
        elif loop.is_running():
            self._runs_in.run(self._unwatch, file)
        else:
            self._unwatch(file)

    def _unwatch(self, file: int) -> None:
        self._runs_in.loop.remove_writer(file)
        os.close(file)


def _bytes_of(item: Any) -> bytes | memoryview:
    return item if isinstance(item, bytes) else memoryview(item).cast('B')


__all__ = ['to_device']
