# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""SIGTERM while a node is open: the program ends as by Ctrl-C, and its exit code is 0.

A program that has a handler of its own for SIGTERM keeps it. The second SIGTERM is as if nobody listened.
Beside it signals_wake(), for loops that are to be ended by any signal.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ._replayed import after_replay, is_replayed

if TYPE_CHECKING:
    import asyncio

_holders: weakref.WeakKeyDictionary[Any, Callable[[], bool]] = weakref.WeakKeyDictionary()  # the oldest first
_replayed: weakref.WeakKeyDictionary[Any, Callable[[], bool]] = weakref.WeakKeyDictionary()  # those of a replay


def hold(holder: object, end: Callable[[], bool] = lambda: False) -> None:
    """From now on SIGTERM ends the program cleanly, until release(), or until `holder` is gone. In the main thread.

    SIGTERM calls `end` of the oldest holder, then of the next, until one returns True: it ends the program. If none
    does, SystemExit is raised, in the loop that runs in the main thread or, where none does, wherever that is. `end` is
    called in the main thread, in the middle of anything. Elsewhere than in the main thread hold() does nothing.

    The end of a replay does the same to what is held, in the replay's thread, without the signal.
    """
    if is_replayed():
        _replayed[holder] = end
        after_replay(_replayed.clear)
    elif threading.current_thread() is threading.main_thread():
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _handle)
        _holders[holder] = end


def release(holder: object) -> None:
    """Any thread; a second call does nothing."""
    _replayed.pop(holder, None)
    if _holders.pop(holder, None) is not None and not _holders:
        with suppress(ValueError):  # not the main thread: _handle() does it
            _restore()


def end_program() -> bool:
    """Ends what was held in a replay, as SIGTERM does. False if nothing says that the program ends by it."""
    return any(end() for end in list(_replayed.values()))


def _restore() -> None:
    if signal.getsignal(signal.SIGTERM) is _handle:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _handle(number: int, frame: Any) -> None:
    signal.signal(number, signal.SIG_DFL)
    ends = list(_holders.values())
    if not ends:
        signal.raise_signal(number)
    if any(end() for end in ends):
        return
    import asyncio

    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        sys.exit(0)
    loop.call_soon_threadsafe(sys.exit, 0)


class _Holder:
    pass


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """SIGTERM cancels the task that is in this block, as Ctrl-C does asyncio's first; then SystemExit leaves it."""
    import asyncio

    try:
        task = asyncio.current_task()
    except RuntimeError:
        task = None
    asked = False

    def end() -> bool:
        nonlocal asked
        if task is None or task.done() or task.get_loop().is_closed():
            return False
        asked = True
        task.get_loop().call_soon_threadsafe(task.cancel)
        return True

    holder = _Holder()
    hold(holder, end)
    try:
        with ExitStack() as stack:
            if task is not None:
                stack.enter_context(signals_wake(task.get_loop()))
            yield
    except asyncio.CancelledError:
        if asked:
            raise SystemExit(0) from None
        raise
    finally:
        release(holder)


@contextmanager
def signals_wake(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Within it a signal wakes the loop of the main thread, so that its handler in Python runs.

    Otherwise one that comes just before the loop begins to wait, or to another thread, is handled when something else
    wakes the loop, which may be never. Nothing is done in other threads and in replays, nor where signals wake
    something already, as after loop.add_signal_handler().
    """
    if is_replayed() or threading.current_thread() is not threading.main_thread():
        yield
        return
    here, there = socket.socketpair()
    with here, there:
        here.setblocking(False)
        there.setblocking(False)
        before = signal.set_wakeup_fd(there.fileno(), warn_on_full_buffer=False)
        if before != -1:
            signal.set_wakeup_fd(before)
        else:
            loop.add_reader(here, _drain, here)
        try:
            yield
        finally:
            now = signal.set_wakeup_fd(-1)
            if now != there.fileno():
                signal.set_wakeup_fd(now)
            with suppress(RuntimeError):  # the loop is closed
                loop.remove_reader(here)


def _drain(from_: socket.socket) -> None:
    with suppress(BlockingIOError):
        from_.recv(4096)


def _forget() -> None:
    """A forked child has none of its parent's nodes."""
    _holders.clear()
    with suppress(ValueError):
        _restore()


os.register_at_fork(after_in_child=_forget)
