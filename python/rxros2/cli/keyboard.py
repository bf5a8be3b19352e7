# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Key presses on the terminal while a command runs."""

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
"""Seconds of the longest single wait; callers split longer waits."""


class Keyboard:
    """Reads single keys of a terminal. Use it from one thread only."""

    def __init__(self, file: int) -> None:
        self.file = file
        self._is_gone = False

    def key(self, seconds: float | None) -> str | None:
        """Returns the next key, such as SPACE or UP, or None after `seconds`; None waits for ever."""
        if self._is_gone:
            time.sleep(LONGEST if seconds is None else seconds)
            return None
        if not select.select([self.file], [], [], seconds)[0]:
            return None
        try:
            pressed = os.read(self.file, 8).decode(errors='replace')
        except OSError:
            pressed = ''
        if not pressed:  # the terminal is closed
            self._is_gone = True
            return self.key(seconds)
        return pressed.replace('\x1bO', '\x1b[')  # cursor keys of a terminal in application mode


@contextlib.contextmanager
def keyboard(enabled: bool = True) -> Iterator[Keyboard | None]:
    """Reads single keys without echo inside a `with` block.

    Yields None if `enabled` is false, if standard input is not a terminal, or if this process runs in the background.
    """
    try:
        file = sys.stdin.fileno()
        is_available = enabled and os.isatty(file) and os.tcgetpgrp(file) == os.getpgrp()
    except (OSError, ValueError, AttributeError):  # there is no standard input
        is_available = False
    if not is_available:
        yield None
        return
    before = termios.tcgetattr(file)
    tty.setcbreak(file)
    try:
        yield Keyboard(file)
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
