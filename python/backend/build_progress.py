# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What pip does not show: how far the compiler is. Used by rxros2_build.py.

pip keeps what a build prints to itself, and turns a spinner, for minutes here. So the terminal is written to directly,
in the spinner's line.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
import time
from collections.abc import Iterator

_STEP = re.compile(rb'\[ *(\d+)/(\d+)\]|\[ *(\d+)%\]')  # of ninja, of make
_LINE = '  Building wheel for rxros2 (pyproject.toml) ... '


@contextlib.contextmanager
def shown() -> Iterator[None]:
    """While its block runs: which step of how many is done, if pip runs it on a terminal, without -q or -v."""
    terminal = _terminal()
    if terminal is None:
        yield
        return
    sys.stdout.flush()
    printed = os.dup(1)
    read, write = os.pipe()
    os.dup2(write, 1)
    os.close(write)
    progress = threading.Thread(target=_follow, args=(read, printed, terminal), daemon=True)
    progress.start()
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(printed, 1)  # the last end that is written to: the thread comes to the end of the other
        progress.join()
        for each in (read, printed, terminal):
            os.close(each)


def _terminal() -> int | None:
    """A descriptor of it, if somebody there waits for pip and sees nothing."""
    if 'PIP_BUILD_TRACKER' not in os.environ or _wishes() & {'q', 'v'}:
        return None
    try:
        return os.open('/dev/tty', os.O_WRONLY | os.O_CLOEXEC)
    except OSError:
        return None


def _wishes() -> set[str]:
    """'q' if pip was to be quiet, 'v' if it was to show everything."""
    found = {name[4].lower() for name in ('PIP_QUIET', 'PIP_VERBOSE') if os.environ.get(name, '0') != '0'}
    with (
        contextlib.suppress(OSError),
        open(f'/proc/{os.getppid()}/cmdline', encoding='utf-8', errors='replace') as file,
    ):
        for word in file.read().split('\0'):
            if re.fullmatch('-[qv]+', word) or word in ('--quiet', '--verbose'):
                found.add(word.lstrip('-')[0])
    return found


def _follow(read: int, printed: int, terminal: int) -> None:
    """Hands what is printed on to pip, and tells the terminal of it."""
    begun, end = time.monotonic(), b''
    _show(terminal, 'rxros2: compiling its C++, which takes minutes')
    while data := os.read(read, 65536):
        for part in range(0, len(data), 4096):
            os.write(printed, data[part : part + 4096])
        *lines, end = (end + data).split(b'\n')
        for step in [found for line in lines if (found := _STEP.match(line))][-1:]:
            done, all_ = (int(step[1]), int(step[2])) if step[2] else (int(step[3]), 100)
            left = f', {_roughly((time.monotonic() - begun) / done * (all_ - done))} left' if done else ''
            _show(terminal, f'rxros2: {done} of {all_} {"steps" if step[2] else "%"} of compiling done{left}')
    _show(terminal, '')


def _roughly(seconds: float) -> str:
    return f'{seconds / 60:.0f} min' if seconds >= 90 else f'{seconds:.0f} s'


def _show(terminal: int, text: str) -> None:
    """In the spinner's line; its last character is the spinner's. Without a text: as pip wrote it."""
    with contextlib.suppress(OSError):  # the terminal is gone
        if os.tcgetpgrp(terminal) == os.getpgrp():  # pip runs in the foreground
            os.write(terminal, f'\r\x1b[K{f"  {text} " if text else _LINE} '.encode())
