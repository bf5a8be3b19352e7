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

from .._replay_state import is_replayed, report
from .node import NodeScheduler
from .scheduler import LoopScheduler, loop_scheduler
from .stream import Reporting

_RECORDS_AT_ONCE = 64


def from_device(
    device_name: str,
    struct_format: str = '',
    *,
    reopen: float | None = None,
    on_change: Callable[[bool, str], None] | None = None,
    scheduler: abc.SchedulerBase | None = None,
) -> Observable[bytes]:
    """Emits the records of a device: bytes of the size of `struct_format`.

    The device is a character or block device, a FIFO, a terminal or a file. `map(struct.Struct(struct_format).unpack)`
    turns records into tuples. Each subscription opens the device. It is read when the kernel reports data, in
    `scheduler`, else in that of the subscription (publish_to_topic: the node's), else in the running asyncio loop, else
    in a thread that all such sources share.

    Completes at the end of a file. A device that is missing, fails, is unplugged, or ends within a record is the
    stream's OSError, which names it. With `reopen` it is instead reopened every `reopen` seconds until that succeeds;
    on_change(is_available, reason) is called when it disappears and when it is available again. Raises struct.error for
    an invalid format, ValueError for one of no size. In a replay only files can be read: a device is the stream's
    error, and the report names it.
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

    return Reporting(subscribe, f'from_device({device_name})', scheduler)


def refuse_in_replay(function: str, path: str) -> None:
    """Raises OSError for a device in a replay, and reports it. A regular file is allowed."""
    if is_replayed() and not os.path.isfile(path):
        report(f"{function}: '{path}' is not of the replay, which has no devices")
        raise OSError(errno.ENOTSUP, 'a replay has no devices', path)


class _Device:
    """A subscription of from_device. Belongs to the loop's thread."""

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
        self._on_change = on_change or (lambda is_available, reason: None)
        self._file = -1
        self._polled = False
        self._missing = False
        self._rest = b''
        self.disposable = CompositeDisposable(Disposable(self._close))

    def open(self) -> None:
        """Opens the device; also called to reopen it."""
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
                except PermissionError:  # cannot be polled because it is always readable
                    self._polled = False
        except OSError as error:
            self._handle_loss(error)
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
            if error.errno == errno.EIO and not self._rest:  # the other side of a terminal was closed
                data = b''
            else:
                self._handle_loss(error)
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
            self._handle_loss(
                OSError(errno.EIO, f'ended {len(self._rest)} bytes into a record of {self._size}', self._path)
            )
        elif self._reopen is not None and self._polled:
            self._handle_loss(OSError(errno.ENODEV, 'ended', self._path))
        else:
            self.disposable.dispose()
            self._observer.on_completed()

    def _handle_loss(self, error: OSError) -> None:
        if error.filename is None:
            error = OSError(error.errno, error.strerror, self._path)
        self._close()
        if self._reopen is None or isinstance(error, IsADirectoryError):
            self._fail(error)
            return
        if not self._missing:
            self._missing = True
            self._on_change(False, str(error))
        reopening = self._runs_in.after(round(self._reopen * 1e9), lambda: again_open())
        self.disposable.add(reopening)

        def again_open() -> None:
            self.disposable.remove(reopening)
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
        """Completes the stream with its node."""
        if not self.disposable.is_disposed:
            self.disposable.dispose()
            self._observer.on_completed()
