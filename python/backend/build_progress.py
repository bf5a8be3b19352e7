# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Progress of the compilation on the terminal while pip builds a wheel. Used by rxros2_build.py.

pip hides the output of a build and shows only a spinner, here for minutes. This module therefore writes the progress
directly to the terminal, into the line of the spinner.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
import time
from collections.abc import Iterator

_STEP = re.compile(rb'\[ *(\d+)/(\d+)\]|\[ *(\d+)%\]')  # the formats of ninja and make
_LINE = '  Building wheel for rxros2 (pyproject.toml) ... '


@contextlib.contextmanager
def shown() -> Iterator[None]:
    """Shows the number of finished steps while the block runs, if pip runs on a terminal without -q or -v."""
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
        os.dup2(printed, 1)  # closes the last write end of the pipe, so the thread reaches its end
        progress.join()
        for descriptor in (read, printed, terminal):
            os.close(descriptor)


def _terminal() -> int | None:
    """Returns a descriptor of the terminal if pip shows a spinner there, else None."""
    if 'PIP_BUILD_TRACKER' not in os.environ or _verbosity_options() & {'q', 'v'}:
        return None
    try:
        return os.open('/dev/tty', os.O_WRONLY | os.O_CLOEXEC)
    except OSError:
        return None


def _verbosity_options() -> set[str]:
    """Returns the verbosity options of pip: 'q' for quiet, 'v' for verbose."""
    options = {name[4].lower() for name in ('PIP_QUIET', 'PIP_VERBOSE') if os.environ.get(name, '0') != '0'}
    with (
        contextlib.suppress(OSError),
        open(f'/proc/{os.getppid()}/cmdline', encoding='utf-8', errors='replace') as file,
    ):
        for word in file.read().split('\0'):
            if re.fullmatch('-[qv]+', word) or word in ('--quiet', '--verbose'):
                options.add(word.lstrip('-')[0])
    return options


def _follow(read: int, printed: int, terminal: int) -> None:
    """Forwards the output of the build to pip and shows its progress on the terminal."""
    begun, end = time.monotonic(), b''
    _show(terminal, 'rxros2: compiling its C++, which takes minutes')
    while data := os.read(read, 65536):
        for part in range(0, len(data), 4096):
            os.write(printed, data[part : part + 4096])
        *lines, end = (end + data).split(b'\n')
        for step in [match for line in lines if (match := _STEP.match(line))][-1:]:
            done, all_ = (int(step[1]), int(step[2])) if step[2] else (int(step[3]), 100)
            remaining = f', {_roughly((time.monotonic() - begun) / done * (all_ - done))} left' if done else ''
            _show(terminal, f'rxros2: {done} of {all_} {"steps" if step[2] else "%"} of compiling done{remaining}')
    _show(terminal, '')


def _roughly(seconds: float) -> str:
    return f'{seconds / 60:.0f} min' if seconds >= 90 else f'{seconds:.0f} s'


def _show(terminal: int, text: str) -> None:
    """Writes a text into the spinner's line, before the spinner; without a text it restores pip's line."""
    with contextlib.suppress(OSError):  # the terminal was closed
        if os.tcgetpgrp(terminal) == os.getpgrp():  # pip runs in the foreground
            os.write(terminal, f'\r\x1b[K{f"  {text} " if text else _LINE} '.encode())
