# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""One-shot timers of a loop. Event loops round times to milliseconds; Linux's timerfd does not."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import os
import sys
import time
from collections.abc import Callable
from typing import Protocol

from ...durations import FOREVER


class Timer(Protocol):
    """A one-shot timer."""

    def arm(self, ns: int) -> None:
        """Calls the callback once, `ns` nanoseconds from now. Replaces an earlier arm()."""

    def close(self) -> None:
        """Disarms the timer; the callback is not called afterwards."""


def is_virtual(loop: asyncio.AbstractEventLoop) -> bool:
    """Returns whether the loop runs in the time of a replay (rxros2.replay.VirtualLoop)."""
    return hasattr(loop, 'time_ns')


def clock_of(loop: asyncio.AbstractEventLoop) -> Callable[[], int]:
    """Returns a monotonic clock in nanoseconds: the kernel's, or in a replay that of the loop."""
    clock: Callable[[], int] = getattr(loop, 'time_ns', time.monotonic_ns)
    return clock


def make_timer(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> Timer:
    """Returns a timer that calls back in the loop's thread. Loop's thread only."""
    if sys.platform == 'linux' and not is_virtual(loop):
        try:
            return _TimerFd(loop, callback)
        except (OSError, AttributeError, NotImplementedError):
            pass  # out of descriptors, or a loop without add_reader
    return _LoopTimer(loop, callback)


class _LoopTimer:
    def __init__(self, loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
        self._loop = loop
        self._callback = callback
        self._handle: asyncio.TimerHandle | None = None

    def arm(self, ns: int) -> None:
        self.close()
        self._handle = self._loop.call_later(ns / 1e9, self._callback)

    def close(self) -> None:
        if self._handle is not None:
            self._handle.cancel()


class _Timespec(ctypes.Structure):
    _fields_ = [('sec', ctypes.c_long), ('nsec', ctypes.c_long)]


class _Itimerspec(ctypes.Structure):
    _fields_ = [('interval', _Timespec), ('value', _Timespec)]


_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == 'linux' else None
_CLOCK_MONOTONIC = 1
_FLAGS = os.O_CLOEXEC | getattr(os, 'O_NONBLOCK', 0)  # TFD_CLOEXEC, TFD_NONBLOCK


class _TimerFd:
    def __init__(self, loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
        assert _libc is not None
        self._loop = loop
        self._callback = callback
        self._spec = _Itimerspec()
        self._fd = int(_libc.timerfd_create(_CLOCK_MONOTONIC, _FLAGS))
        if self._fd < 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))
        try:
            loop.add_reader(self._fd, self._expired)
        except BaseException:
            os.close(self._fd)
            raise

    def arm(self, ns: int) -> None:
        if self._fd < 0:
            return
        assert _libc is not None
        # 0 would disarm the timer.
        self._spec.value.sec, self._spec.value.nsec = divmod(min(max(ns, 1), FOREVER), 1_000_000_000)
        if _libc.timerfd_settime(self._fd, 0, ctypes.byref(self._spec), None) != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))

    def _expired(self) -> None:
        try:
            os.read(self._fd, 8)
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.EBADF):
                raise
            return  # armed again or closed meanwhile
        self._callback()

    def close(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            if not self._loop.is_closed():
                self._loop.remove_reader(fd)
            os.close(fd)

    def __del__(self) -> None:
        if getattr(self, '_fd', -1) >= 0:
            os.close(self._fd)
