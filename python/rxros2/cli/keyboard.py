# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Keys that are pressed while a command works, if it has a terminal."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import termios
import time
import tty
from collections.abc import Iterator

SPACE, UP, DOWN, RIGHT = ' ', '\x1b[A', '\x1b[B', '\x1b[C'

LONGEST = 3600.0
"""Seconds of a wait; one that is longer is several."""


class Keyboard:
    """Keys of a terminal. One thread."""

    def __init__(self, file: int) -> None:
        self.file = file
        self._is_gone = False

    def key(self, seconds: float | None) -> str | None:
        """What was pressed, SPACE, UP, …; None if nothing is within that time. None waits for ever."""
        if self._is_gone:
            time.sleep(LONGEST if seconds is None else seconds)
            return None
        if not select.select([self.file], [], [], seconds)[0]:
            return None
        try:
            pressed = os.read(self.file, 8).decode(errors='replace')
        except OSError:
            pressed = ''
        if not pressed:  # the terminal was closed
            self._is_gone = True
            return self.key(seconds)
        return pressed.replace('\x1bO', '\x1b[')  # cursor keys of a terminal in application mode


@contextlib.contextmanager
def keyboard(wanted: bool = True) -> Iterator[Keyboard | None]:
    """Single keys, without echo, within `with`; None if standard input is no terminal, or another program's now."""
    try:
        file = sys.stdin.fileno()
        there = wanted and os.isatty(file) and os.tcgetpgrp(file) == os.getpgrp()
    except (OSError, ValueError, AttributeError):  # there is no standard input
        there = False
    if not there:
        yield None
        return
    before = termios.tcgetattr(file)
    tty.setcbreak(file)
    try:
        yield Keyboard(file)
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
