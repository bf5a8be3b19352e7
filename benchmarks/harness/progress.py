# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Shows the progress and the remaining time of a run: a bar on a terminal, otherwise one line for each program."""

import sys
import time


class Progress:
    """Estimates the end of a run from `planned`, the expected seconds of each step, and the pace of finished steps."""

    def __init__(self, planned, stream=None, clock=time.monotonic):
        self._planned = list(planned)
        self._done = 0
        self._clock = clock
        self._began = clock()
        self._stream = stream or sys.stderr
        self._bar = self._stream.isatty()

    @property
    def seconds_left(self):
        """Estimated seconds until the end: the planned seconds that remain, scaled by the pace so far.

        One minute at the planned pace is added to the measured time, so that the first steps do not distort the pace.
        """
        planned_so_far, planned_rest = sum(self._planned[: self._done]), sum(self._planned[self._done :])
        elapsed = self._clock() - self._began
        pace = (elapsed + 60) / (planned_so_far + 60)
        return planned_rest * pace

    def start(self, step_name):
        """Shows the name of the step that starts, and the remaining time."""
        total = sum(self._planned) or 1
        fraction = sum(self._planned[: self._done]) / total
        seconds_left = round(self.seconds_left)
        text = f'{fraction:4.0%}, {seconds_left // 60}:{seconds_left % 60:02d} left  {step_name}'
        if self._bar:
            filled = round(24 * fraction)
            self._stream.write(f'\r\x1b[K[{"#" * filled}{"." * (24 - filled)}] {text}')
        else:
            self._stream.write(text + '\n')
        self._stream.flush()

    def step(self):
        """Counts one step as finished."""
        self._done += 1

    def note(self, text):
        """Writes a line that stays on the terminal, unlike the bar."""
        self._stream.write(('\r\x1b[K' if self._bar else '') + text + '\n')

    def end(self):
        """Removes the bar from the terminal."""
        if self._bar:
            self._stream.write('\r\x1b[K')
