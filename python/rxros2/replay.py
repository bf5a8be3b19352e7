# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Runs programs on recordings, in virtual time, with the same outputs in each run (implemented in C++, replay/).

::

    report = replay.run('drive', 'velocity_publisher.py')

    def test_drive():
        replay.expect_outputs('drive.mcap', 'drive.golden.mcap', 'velocity_publisher.py')
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import pathlib
import random
import runpy
import selectors
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Union

from . import _core, _sigterm
from ._replay_state import is_replayed, replay_has_ended, take_stream_errors
from .durations import nanoseconds
from .messages.checks import numeric
from .pytest_plugin import is_accepting

numeric()  # starts numpy's threads before a replay begins

__all__ = ['Program', 'Report', 'expect_outputs', 'run']

Program = Union[Callable[[], Any], str, 'os.PathLike[str]']
"""The program to run: a function, which may return a coroutine, or the path of a Python file."""


@dataclass(frozen=True)
class Report:
    """The result of a replay."""

    played: int
    """Messages of the recording that a subscription received."""
    published: int
    """Messages that the program published."""
    begin: int
    """The begin of the recording's time, in nanoseconds since 1970."""
    end: int
    """The end of the recording's time, in nanoseconds since 1970."""
    took: float
    """Seconds of wall-clock time."""
    stream_errors: list[str]
    """Streams that ended by an error which nothing handled: the node, the stream and the error."""
    warnings: list[str]
    """Things that may make another run differ and requests without an answer, each by name: threads and devices,
    services without a server, topics that are neither recorded nor published."""


def run(
    bag: str | os.PathLike[str],
    program: Program,
    *,
    inputs: Iterable[str] = (),
    outputs: Iterable[str] = (),
    record: str | os.PathLike[str] = '',
    arguments: Iterable[str] = (),
    after: float = 0.0,
) -> Report:
    """Runs `program` as if the recording happened now: in virtual time, on this thread, without a network.

    The same recording gives the same outputs in each run, as fast as the program computes. The program makes nodes and
    spins (rxros2.rx), or runs an asyncio event loop (rxros2.aio); neither has to be changed. The clocks of its nodes
    and of its loop stand still while Python runs. Where the program would sleep they advance to the next event: a
    timer or the next message; at the same instant timers come first. All messages that it publishes, also while it
    ends, are outputs. It begins at the first message and is ended `after` seconds behind the last, as by SIGTERM:
    spin() returns, and the task in auto_context() is cancelled.

    `inputs`: recorded topics to play; none: those that the program subscribes to and does not publish itself.
    `outputs`: topics that count as outputs; none: all but /rosout and /parameter_events. `record`: a new recording of
    the outputs, a folder, or one file if the path ends in .mcap. `arguments`: the program's arguments: '--ros-args',
    '-p', …

    Everything that depends only on this thread and these clocks is repeatable. Other threads, devices, sockets and
    child processes are reported by name. The module random begins with the same seed in each run. The replay cannot
    control time.time() and similar functions (they return the system's time), files, and the order of sets of texts
    (PYTHONHASHSEED).

    One replay runs at a time in a process; one of another thread waits. Raises BagError for the recording and for
    `record`, ValueError for an input that is not recorded, RuntimeError inside an asyncio loop or another replay, and
    the exceptions of the program.
    """
    words = [str(argument) for argument in arguments]
    behind = nanoseconds('after', after)
    with _alone():
        values = _core.replay(
            os.fspath(bag),
            _between(program, words),
            [*inputs],
            [*outputs],
            os.fspath(record),
            words,
            behind,
        )
        stream_errors = take_stream_errors()  # before another replay begins, which clears them
    played, published, begin, end, took, warnings_ = values
    return Report(played, published, begin, end, took / 1e9, stream_errors, warnings_)


def expect_outputs(
    bag: str | os.PathLike[str],
    golden: str | os.PathLike[str],
    program: Program,
    *,
    inputs: Iterable[str] = (),
    outputs: Iterable[str] = (),
    arguments: Iterable[str] = (),
    after: float = 0.0,
) -> None:
    """Raises AssertionError unless the program's outputs for this recording equal those in the recording `golden`.

    Topics, types, times and bytes are compared. `pytest --accept` writes `golden` anew, and the test passes: check the
    changes before you keep it. The error names the first difference: the topic, the message, its time, and the fields
    with their expected and found values; it also draws the messages around it as marbles. A stream that ended by an
    error which nothing handles is an error too. The outputs are stored
    beside the golden recording ('drive.golden.now.mcap') for `rxros2 bag diff`. A reason why another run may differ is
    an error too.

    `golden` ends in .mcap. The other parameters and errors are those of run().
    """
    __tracebackhide__ = True
    words = [str(argument) for argument in arguments]
    behind = nanoseconds('after', after)
    with _alone():
        difference = _core.look_at_outputs(
            os.fspath(bag),
            os.fspath(golden),
            _between(program, words),
            [*inputs],
            [*outputs],
            words,
            behind,
            is_accepting(),
        )
        stream_errors = [f'a stream ended by an error: {text}' for text in take_stream_errors()]
    if difference or stream_errors:
        raise AssertionError('\n'.join(filter(None, [*stream_errors, difference])))


# --- running the program ---

_lock = threading.Lock()  # held during a replay, which changes the default context, asyncio's policy and sys.argv


@contextmanager
def _alone() -> Iterator[None]:
    if is_replayed():
        yield  # raises below that the context is in use; waiting here would be a deadlock
        return
    with _lock:
        yield


def _forget() -> None:
    """Releases the lock in a forked child, which has none of its parent's replays."""
    global _lock
    _lock = threading.Lock()  # held during a replay, as the parent's


os.register_at_fork(after_in_child=_forget)


def _between(program: Program, words: list[str]) -> Callable[[], None]:
    """Returns the function that runs between the beginning and the end of the replay's context."""
    body = program if callable(program) else lambda: _run_file(pathlib.Path(program), words)

    def call() -> None:
        take_stream_errors()  # of a replay that has failed
        with _virtual_loops(), _same_random_numbers(), _named_threads():
            try:
                result = body()
                if inspect.isawaitable(result):
                    asyncio.run(_awaited(result))
            except SystemExit as end:
                if end.code not in (None, 0):
                    _core.report_nondeterminism(f'the program ended by exit code {end.code}')
            except asyncio.CancelledError:
                if _core.Context([], None).is_valid():
                    raise
            finally:
                replay_has_ended()
        gc.collect()  # nodes in reference cycles would keep the domain of the replay open

    return call


async def _awaited(result: Any) -> Any:
    return await result


def _run_file(path: pathlib.Path, words: list[str]) -> None:
    """Runs a file as python does, with its folder on sys.path. Modules imported from there are then unloaded."""
    folder = path.resolve().parent
    arguments, paths, before = sys.argv, sys.path, set(sys.modules)
    sys.argv, sys.path = [str(path), *words], [str(folder), *sys.path]
    try:
        runpy.run_path(str(path), run_name='__main__')
    finally:
        sys.argv, sys.path = arguments, paths
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], '__file__', None)
            if file and folder in pathlib.Path(file).resolve().parents:
                del sys.modules[name]


@contextmanager
def _same_random_numbers() -> Iterator[None]:
    state = random.getstate()
    random.seed(0)
    try:
        yield
    finally:
        random.setstate(state)


@contextmanager
def _named_threads() -> Iterator[None]:
    """Names threads for the operating system, which knows Python's threads by the name of the process only."""
    begin = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        _core.report_nondeterminism(
            f"thread '{thread.name}' is not of the replay: what it does may come earlier or later"
        )
        begin(thread)
        with suppress(OSError):  # the thread has ended
            pathlib.Path(f'/proc/self/task/{thread.native_id}/comm').write_text(thread.name[:15])

    threading.Thread.start = start  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        threading.Thread.start = begin  # type: ignore[method-assign]


@contextmanager
def _virtual_loops() -> Iterator[None]:
    """Makes asyncio create event loops in the replay's time."""
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', DeprecationWarning)  # of policies, from CPython 3.14 on
        policy = asyncio.get_event_loop_policy()
        asyncio.set_event_loop_policy(_Policy())
    try:
        yield
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore', DeprecationWarning)
            asyncio.set_event_loop_policy(policy)


with warnings.catch_warnings():
    warnings.simplefilter('ignore', DeprecationWarning)

    class _Policy(asyncio.DefaultEventLoopPolicy):
        def new_event_loop(self) -> asyncio.AbstractEventLoop:
            return VirtualLoop()


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in the time of the thread's replay, which stands still while callbacks run."""

    def __init__(self) -> None:
        self._begin = _now()
        waiting = _Waiting(self)
        super().__init__(waiting)
        waiting.is_asked = True

    def time_ns(self) -> int:
        """Returns nanoseconds that begin at 0, so that the seconds of time() are exact to less than one nanosecond."""
        return _now() - self._begin

    def time(self) -> float:
        """Returns the virtual time in seconds, which begins at 0."""
        return self.time_ns() / 1e9


class _Waiting(selectors.BaseSelector):
    """The selector of a virtual loop: while the loop waits, the nodes' executor runs and the time advances."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self._files = selectors.EpollSelector()
        self._context = _core.Context([], None)
        self._ended = False
        self.is_asked = False
        """True once registrations come from the program and not from the loop itself."""

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = self._files.register(fileobj, events, data)
        if self.is_asked:
            name = os.readlink(f'/proc/self/fd/{key.fd}')
            if name != 'anon_inode:[eventfd]':  # the loop's own wake-up
                _core.report_nondeterminism(f"the loop waits for '{name}', which is not of the replay")
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._files.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._files.modify(fileobj, events, data)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        _now()  # raises in another thread
        wait = -1 if timeout is None else max(round(timeout * 1e9), 0)
        _core.wait_in_replay(self._files.fileno(), wait)
        if not self._ended and not self._context.is_valid():
            self._ended = True
            if not _sigterm.end_program():
                self._loop.call_soon(sys.exit, 0)
        return self._files.select(0)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._files.get_map()

    def close(self) -> None:
        self._files.close()


def _now() -> int:
    now = _core.virtual_time()
    if now is None:
        raise RuntimeError('a loop of a replay is used in another thread, or after the replay')
    return now
