# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Programs fed by recordings, in virtual time, with the same outputs every time: replay/, in C++.

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
from ._replayed import is_replayed, replay_has_ended
from .durations import nanoseconds
from .messages import numeric as _numeric  # noqa: F401  numpy keeps threads: they are there before a replay begins
from .pytest_plugin import is_accepting

__all__ = ['Program', 'Report', 'expect_outputs', 'run']

Program = Union[Callable[[], Any], str, 'os.PathLike[str]']
"""What is run: a function, one that returns a coroutine too, or a whole program, by the path of its file."""


@dataclass(frozen=True)
class Report:
    played: int
    """Messages of the recording that somebody got."""
    published: int
    """Outputs."""
    begin: int
    """Nanoseconds since 1970, as the recording has them."""
    end: int
    took: float
    """Seconds, by the clock on the wall."""
    warnings: list[str]
    """What may make another run differ, and what the program asked for in vain; each by its name: threads and devices,
    services that nobody serves, topics that are neither recorded nor published."""


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
    """Runs `program` as the recording would have had it: on virtual time, on this thread, without network.

    Twice the same recording gives twice the same outputs, as fast as the program computes. It makes nodes and spins
    (rxros2.rx), or runs asyncio's loop (rxros2.aio); neither needs a change. Its clocks are those of nodes and of the
    loop: they stand still while Python runs, and go on, where it would sleep, to what comes first: a timer or the next
    message; at the same instant timers come first. What it publishes is an output. It begins at the first message, and
    is ended `after` seconds behind the last, as by SIGTERM: spin() returns, the task in auto_context() is cancelled.

    `inputs`: recorded topics that are played; none: those that the program subscribes to and does not publish itself.
    `outputs`: topics that are outputs; none: all but /rosout and /parameter_events. `record`: a new recording of them,
    a folder, or one file if it ends in .mcap. `arguments`: as after the program's name: '--ros-args', '-p', …

    The same every time is what is of this thread and of those clocks. Other threads, devices, sockets and child
    processes are reported by name. The module random begins with the same seed in each run. Not seen, and up to the
    program: time.time() and its like (which say the system's time), files, the order of sets of texts (PYTHONHASHSEED).

    One replay at a time in a process: another thread's waits. BagError for the recording and for `record`; ValueError
    for an input that is not recorded; RuntimeError where an asyncio loop or a replay runs; what the program raises.
    """
    words = [str(each) for each in arguments]
    behind = nanoseconds('after', after)
    with _alone():
        found = _core.replay(
            os.fspath(bag),
            _between(program, words),
            [*inputs],
            [*outputs],
            os.fspath(record),
            words,
            behind,
        )
    played, published, begin, end, took, said = found
    return Report(played, published, begin, end, took / 1e9, said)


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
    """AssertionError unless the program's outputs from this recording are those of `golden`, a recording of them.

    Topics, types, times and bytes count. `pytest --accept` writes `golden` anew, and the test passes: look at what
    changed before you keep it. The error says where the first difference is: the topic, the message, its time, the
    fields with their expected and found values; and draws the messages around it as marbles. The outputs stay beside
    the golden ('drive.golden.now.mcap') for `rxros2 bag diff`. What may make another run differ is an error too.

    `golden` ends in .mcap. All else as run().
    """
    __tracebackhide__ = True
    words = [str(each) for each in arguments]
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
    if difference:
        raise AssertionError(difference)


# --- the program, and what is around it ---

_one = threading.Lock()  # what a replay changes is the process's: the default context, asyncio's policy, sys.argv


@contextmanager
def _alone() -> Iterator[None]:
    if is_replayed():
        yield  # to be told that the context is in use: to wait for itself it would wait for ever
        return
    with _one:
        yield


def _forget() -> None:
    """A forked child has none of its parent's replays."""
    global _one
    _one = threading.Lock()


os.register_at_fork(after_in_child=_forget)


def _between(program: Program, words: list[str]) -> Callable[[], None]:
    """What runs between the beginning and the end of the context."""
    body = program if callable(program) else lambda: _run_file(pathlib.Path(program), words)

    def call() -> None:
        with _virtual_loops(), _same_random_numbers(), _named_threads():
            try:
                result = body()
                if inspect.isawaitable(result):
                    asyncio.run(_awaited(result))
            except SystemExit as end:
                if end.code not in (None, 0):
                    _core.unrepeatable(f'the program ended by exit code {end.code}')
            except asyncio.CancelledError:
                if _core.Context([], None).is_valid():
                    raise
            finally:
                replay_has_ended()
        gc.collect()  # nodes that are in circles of references: they hold the domain, which is without network

    return call


async def _awaited(result: Any) -> Any:
    return await result


def _run_file(path: pathlib.Path, words: list[str]) -> None:
    """As python does: with the folder of the file on sys.path. What it imports from there is forgotten afterwards."""
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
    """The operating system knows threads of Python by the name of the process only."""
    begin = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        _core.unrepeatable(f"thread '{thread.name}' is not of the replay: what it does may come earlier or later")
        begin(thread)
        with suppress(OSError):  # it has ended
            pathlib.Path(f'/proc/self/task/{thread.native_id}/comm').write_text(thread.name[:15])

    threading.Thread.start = start  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        threading.Thread.start = begin  # type: ignore[method-assign]


@contextmanager
def _virtual_loops() -> Iterator[None]:
    """asyncio makes loops whose time is that of the replay."""
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
    """An event loop on the time of the thread's replay: it stands still while callbacks run."""

    def __init__(self) -> None:
        self._begin = _now()
        waiting = _Waiting(self)
        super().__init__(waiting)
        waiting.is_asked = True

    def time_ns(self) -> int:
        """Nanoseconds; begins at 0, so that the seconds of time() are exact to less than one."""
        return _now() - self._begin

    def time(self) -> float:
        return self.time_ns() / 1e9


class _Waiting(selectors.BaseSelector):
    """Where a loop waits, the executor of the nodes works, and the time goes on."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self._files = selectors.EpollSelector()
        self._context = _core.Context([], None)
        self._ended = False
        self.is_asked = False
        """Whether what is registered is the program's, no more the loop's own."""

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = self._files.register(fileobj, events, data)
        if self.is_asked:
            name = os.readlink(f'/proc/self/fd/{key.fd}')
            if name != 'anon_inode:[eventfd]':  # of which the loop knows that other parts of it have something
                _core.unrepeatable(f"the loop waits for '{name}', which is not of the replay")
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._files.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._files.modify(fileobj, events, data)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
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
