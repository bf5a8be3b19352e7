# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""SIGTERM while a node is open: the program ends as after Ctrl-C, with exit code 0.

A program with its own handler for SIGTERM keeps it. A second SIGTERM has its default effect. The module also contains
signals_wake(), for event loops that any signal is to end, and wait_until_done(), for a main thread that waits for one.
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

from ._replay_state import after_replay, is_replayed

if TYPE_CHECKING:
    import asyncio
    import concurrent.futures

_holders: weakref.WeakKeyDictionary[Any, Callable[[], bool]] = weakref.WeakKeyDictionary()  # oldest first
_replayed: weakref.WeakKeyDictionary[Any, Callable[[], bool]] = weakref.WeakKeyDictionary()  # of a replay


def hold(holder: object, end: Callable[[], bool] = lambda: False) -> None:
    """Makes SIGTERM end the program cleanly until release() or until `holder` is destroyed. Call it in the main thread.

    SIGTERM calls `end` of the oldest holder, then of the next one, until one returns True, which means that it ends
    the program. If none does, SystemExit is raised: in the event loop of the main thread if one runs, else wherever
    the main thread is. `end` is called in the main thread at any point of the program. In other threads hold() does
    nothing.

    The end of a replay calls the holders of the replay in the same way, in the replay's thread and without a signal.
    """
    if is_replayed():
        _replayed[holder] = end
        after_replay(_replayed.clear)
    elif threading.current_thread() is threading.main_thread():
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _handle)
        _holders[holder] = end


def release(holder: object) -> None:
    """Removes the holder. Any thread; a second call does nothing."""
    _replayed.pop(holder, None)
    if _holders.pop(holder, None) is not None and not _holders:
        with suppress(ValueError):  # outside the main thread; _handle() restores it later
            _restore()


def end_program() -> bool:
    """Ends the holders of a replay as SIGTERM does. Returns False if no holder ends the program."""
    return any(end() for end in list(_replayed.values()))


def end_blocks(error: BaseException) -> None:
    """Ends the blocks that SIGTERM ends; they raise `error` instead of SystemExit(0). Any thread."""
    blocks = [holder for holder in list(_replayed if is_replayed() else _holders) if isinstance(holder, _Holder)]
    ended = [holder.end(error) for holder in blocks]
    handled = signal.getsignal(signal.SIGTERM) is _handle
    if blocks and not any(ended) and not is_replayed() and not _reasons and handled:
        _reasons.append(error)  # no block is in a task, so the main thread ends
        os.kill(os.getpid(), signal.SIGTERM)


_reasons: list[BaseException] = []
"""The exception that _handle() raises instead of SystemExit(0)."""


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
        raise (_reasons[0] if _reasons else SystemExit(0)) from None
    loop.call_soon_threadsafe(sys.exit, 1 if _reasons else 0)


class _Holder:
    """A block that ended_by_sigterm() runs."""

    def __init__(self, end: Callable[[BaseException], bool]) -> None:
        self.end = end


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Makes SIGTERM cancel the task that runs this block, as asyncio does for Ctrl-C.

    The block then raises SystemExit.
    """
    import asyncio

    try:
        task = asyncio.current_task()
    except RuntimeError:
        task = None
    requested: BaseException | None = None

    def end(reason: BaseException | None = None) -> bool:
        nonlocal requested
        if task is None or task.done() or task.get_loop().is_closed():
            return False
        requested = reason or SystemExit(0)
        task.get_loop().call_soon_threadsafe(task.cancel)
        return True

    holder = _Holder(end)
    hold(holder, end)
    try:
        with ExitStack() as stack:
            if task is not None:
                stack.enter_context(signals_wake(task.get_loop()))
            yield
    except asyncio.CancelledError:
        if requested is not None:
            raise requested from None
        raise
    finally:
        release(holder)


@contextmanager
def signals_wake(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Makes signals wake the event loop of the main thread within the block, so that Python's signal handlers run.

    Otherwise a signal that arrives just before the loop begins to wait, or in another thread, is handled only when
    something else wakes the loop, which may be never. Does nothing in other threads, in replays, and where signals
    already wake something, as after loop.add_signal_handler().
    """
    if is_replayed() or threading.current_thread() is not threading.main_thread():
        yield
        return
    receiver, sender = socket.socketpair()
    with receiver, sender:
        receiver.setblocking(False)
        sender.setblocking(False)
        before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
        if before != -1:
            signal.set_wakeup_fd(before)
        else:
            loop.add_reader(receiver, _drain, receiver)
        try:
            yield
        finally:
            now = signal.set_wakeup_fd(-1)
            if now != sender.fileno():
                signal.set_wakeup_fd(now)
            with suppress(RuntimeError):  # the loop is closed
                loop.remove_reader(receiver)


def wait_until_done(future: concurrent.futures.Future[Any]) -> None:
    """Waits until the future is done. Python's signal handlers run meanwhile if this is the main thread.

    They also run if the kernel gives the signal to another thread, which interrupts no wait of the main thread.
    """
    if is_replayed() or threading.current_thread() is not threading.main_thread():
        import concurrent.futures

        concurrent.futures.wait([future])
        return
    from ._core import Notifier

    notifier = Notifier()
    future.add_done_callback(lambda _: notifier.ready(0))
    while not future.done():
        notifier.wait(-1)  # ends at each signal
        notifier.take()


def _drain(from_: socket.socket) -> None:
    with suppress(BlockingIOError):
        from_.recv(4096)


def _forget() -> None:
    """Drops the nodes of the parent process in a forked child."""
    _holders.clear()
    with suppress(ValueError):
        _restore()


os.register_at_fork(after_in_child=_forget)
