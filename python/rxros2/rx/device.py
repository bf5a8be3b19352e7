# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_device: the records of a Linux device as a stream."""

from __future__ import annotations

import asyncio
import errno
import math
import os
import stat
import struct
from collections.abc import Callable

from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable, Disposable

from .._replayed import is_replayed, report
from .node import NodeScheduler
from .scheduler import LoopScheduler, loop_scheduler

_RECORDS_AT_ONCE = 64


def from_device(
    device_name: str,
    struct_format: str = '',
    *,
    reopen: float | None = None,
    on_change: Callable[[bool, str], None] | None = None,
    scheduler: abc.SchedulerBase | None = None,
) -> Observable[bytes]:
    """The records of a character or block device, a FIFO, a terminal or a file: bytes of the size of `struct_format`.

    `map(struct.Struct(struct_format).unpack)` makes tuples of them. Each subscription opens the device. It is read when
    the kernel says that there is something, in `scheduler`, else in that of the subscription (publish_to_topic: the
    node's), else in the asyncio loop that runs here, else in a thread that all such sources share.
    Completes at the end of a file; a device that is missing, fails, is unplugged, or ends within a record is the
    stream's OSError, which names it. With `reopen` it is opened again instead, every so many seconds, until that
    succeeds; on_change(there, why) is told when it goes and when it is there again. struct.error for a format that is
    none, ValueError for one of no size. A replay has no devices but files: the stream fails, and the report names it.
    """
    expected = "expected the format of a record, as the module struct has them: '=llHHi', or 'B' for a byte"
    try:
        size = struct.calcsize(struct_format)
    except (struct.error, TypeError) as error:
        raise type(error)(f'from_device({device_name}): {expected}; found {struct_format!r}: {error}') from None
    if size == 0:
        raise ValueError(f'from_device({device_name}): {expected}; found {struct_format!r}, which has no bytes')
    if reopen is not None and not 0 < reopen < math.inf:
        raise ValueError(f'from_device({device_name}): reopen is {reopen}; expected seconds, more than 0, or None')

    def subscribe(observer: abc.ObserverBase[bytes], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        runs_in = loop_scheduler(scheduler or passed)
        device = _Device(device_name, size, observer, runs_in, reopen, on_change)
        node = runs_in.node if isinstance(runs_in, NodeScheduler) else None
        if node is not None and not node.adopt(device):
            observer.on_completed()
            return Disposable()
        if node is not None:
            of = node
            device.disposable.add(Disposable(lambda: of.disown(device)))
        runs_in.run(device.open)
        return Disposable(lambda: runs_in.run(device.disposable.dispose))

    return Observable(subscribe)


def refuse_in_replay(what: str, path: str) -> None:
    """In a replay OSError for a device, which is reported then; a regular file is as good there."""
    if is_replayed() and not os.path.isfile(path):
        report(f"{what}: '{path}' is not of the replay, which has no devices")
        raise OSError(errno.ENOTSUP, 'a replay has no devices', path)


class _Device:
    """One subscription. Everything in the loop's thread."""

    def __init__(
        self,
        path: str,
        size: int,
        observer: abc.ObserverBase[bytes],
        runs_in: LoopScheduler,
        reopen: float | None,
        on_change: Callable[[bool, str], None] | None,
    ) -> None:
        self._path = path
        self._size = size
        self._observer = observer
        self._runs_in = runs_in
        self._reopen = reopen
        self._on_change = on_change or (lambda there, why: None)
        self._file = -1
        self._polled = False
        self._missing = False
        self._rest = b''
        self.disposable = CompositeDisposable(Disposable(self._close))

    def open(self) -> None:
        if self.disposable.is_disposed:
            return
        try:
            refuse_in_replay('from_device', self._path)
        except OSError as error:
            self._fail(error)
            return
        try:
            self._file = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
            kind = os.fstat(self._file).st_mode
            if stat.S_ISDIR(kind):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), self._path)
            self._polled = not stat.S_ISREG(kind)
            if self._polled:
                try:
                    self._loop.add_reader(self._file, self._readable)
                except PermissionError:  # cannot be polled: is always readable
                    self._polled = False
        except OSError as error:
            self._gone(error)
            return
        if self._missing:
            self._missing = False
            self._on_change(True, '')
        if not self._polled:
            self._loop.call_soon(self._read_on)

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return self._runs_in.loop

    def _read_on(self) -> None:
        if self._file >= 0:
            self._readable()
            if self._file >= 0:
                self._loop.call_soon(self._read_on)

    def _readable(self) -> None:
        try:
            data = os.read(self._file, self._size * _RECORDS_AT_ONCE)
        except BlockingIOError:
            return
        except OSError as error:
            if error.errno == errno.EIO and not self._rest:  # a terminal whose other side is gone
                data = b''
            else:
                self._gone(error)
                return
        if not data:
            self._ended()
            return
        data = self._rest + data
        whole = len(data) - len(data) % self._size
        self._rest = data[whole:]
        for begin in range(0, whole, self._size):
            if self.disposable.is_disposed:
                return
            try:
                self._observer.on_next(data[begin : begin + self._size])
            except Exception as error:
                self._fail(error)

    def _ended(self) -> None:
        if self._rest:
            self._gone(OSError(errno.EIO, f'ended {len(self._rest)} bytes into a record of {self._size}', self._path))
        elif self._reopen is not None and self._polled:
            self._gone(OSError(errno.ENODEV, 'ended', self._path))
        else:
            self.disposable.dispose()
            self._observer.on_completed()

    def _gone(self, error: OSError) -> None:
        if error.filename is None:
            error = OSError(error.errno, error.strerror, self._path)
        self._close()
        if self._reopen is None or isinstance(error, IsADirectoryError):
            self._fail(error)
            return
        if not self._missing:
            self._missing = True
            self._on_change(False, str(error))
        again = self._runs_in.after(round(self._reopen * 1e9), lambda: again_open())
        self.disposable.add(again)

        def again_open() -> None:
            self.disposable.remove(again)
            self.open()

    def _fail(self, error: Exception) -> None:
        self.disposable.dispose()
        self._observer.on_error(error)

    def _close(self) -> None:
        file, self._file = self._file, -1
        self._rest = b''
        if file >= 0:
            if self._polled and not self._loop.is_closed():
                self._loop.remove_reader(file)
            os.close(file)

    def node_ended(self) -> None:
        if not self.disposable.is_disposed:
            self.disposable.dispose()
            self._observer.on_completed()
