# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What goes wrong in a launch file, and where."""

from __future__ import annotations

import os
import sys
import traceback

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_NAMES = os.path.join(os.path.dirname(os.path.dirname(_HERE)), 'names.py')


class LaunchError(Exception):
    """Something that the user is told in one line: `place` is 'file:line', or empty."""

    def __init__(self, text: str, place: str = '') -> None:
        super().__init__(f'{place}: {text}' if place else text)
        self.text = text
        self.place = place


class SubstitutionFailure(RuntimeError):
    """A substitution has no value; the text says why."""


class InvalidLaunchFileError(Exception):
    """A launch file that cannot be read."""


def place_of_caller() -> str:
    """'file:line' of the innermost code that is not of this package; empty if there is none."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back  # type: ignore[assignment]
    return f'{frame.f_code.co_filename}:{frame.f_lineno}' if frame is not None else ''


def place_of_error(error: BaseException) -> str:
    """As place_of_caller(), of where it was raised."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith((_HERE, '<')):
            return f'{frame.filename}:{frame.lineno}'
    return ''


def words_of(error: BaseException) -> str:
    """One line about an exception of any kind: with its type, unless the text was written here, for users."""
    text = ' '.join(str(error).split())
    frames = traceback.extract_tb(error.__traceback__)
    if text and frames and frames[-1].filename.startswith((_HERE, _NAMES)):
        return text
    return f'{type(error).__name__}: {text}' if text else type(error).__name__
