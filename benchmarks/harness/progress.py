# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Shows the progress of a run and the remaining time: a bar on a terminal, else one line for each program."""

import sys
import time


class Progress:
    """Estimates the end of a run from `planned`, the expected seconds of each step, and from finished steps."""

    def __init__(self, planned, stream=None, clock=time.monotonic):
        self._planned = list(planned)
        self._done = 0
        self._clock = clock
        self._began = clock()
        self._stream = stream or sys.stderr
        self._bar = self._stream.isatty()

    @property
    def seconds_left(self):
        """Seconds until the end, by the pace so far; the first minute of steps goes by the plan."""
        done, rest = sum(self._planned[: self._done]), sum(self._planned[self._done :])
        spent = self._clock() - self._began
        pace = (spent + 60) / (done + 60)
        return rest * pace

    def start(self, step_name):
        """Says what runs now."""
        total = sum(self._planned) or 1
        share = sum(self._planned[: self._done]) / total
        seconds_left = round(self.seconds_left)
        text = f'{share:4.0%}, {seconds_left // 60}:{seconds_left % 60:02d} left  {step_name}'
        if self._bar:
            filled = round(24 * share)
            self._stream.write(f'\r\x1b[K[{"#" * filled}{"." * (24 - filled)}] {text}')
        else:
            self._stream.write(text + '\n')
        self._stream.flush()

    def step(self):
        """One program has run."""
        self._done += 1

    def note(self, text):
        """A line that stays."""
        self._stream.write(('\r\x1b[K' if self._bar else '') + text + '\n')

    def end(self):
        """Leaves the terminal's line."""
        if self._bar:
            self._stream.write('\r\x1b[K')
