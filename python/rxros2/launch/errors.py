# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Errors of launch files, with their places."""

from __future__ import annotations

import os
import sys
import traceback

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_NAMES = os.path.join(os.path.dirname(os.path.dirname(_HERE)), 'names.py')


class LaunchError(Exception):
    """An error that is printed as one line; `place` is 'file:line' or empty."""

    def __init__(self, text: str, place: str = '') -> None:
        super().__init__(f'{place}: {text}' if place else text)
        self.text = text
        self.place = place


class SubstitutionFailure(RuntimeError):
    """Raised if a substitution has no value; the text gives the reason."""


class InvalidLaunchFileError(Exception):
    """Raised for a launch file that cannot be read."""


def place_of_caller() -> str:
    """Returns 'file:line' of the innermost frame outside this package; empty if there is none."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back  # type: ignore[assignment]
    return f'{frame.f_code.co_filename}:{frame.f_lineno}' if frame is not None else ''


def place_of_error(error: BaseException) -> str:
    """Returns 'file:line' of the innermost frame outside this package that raised an error; empty if there is none."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith((_HERE, '<')):
            return f'{frame.filename}:{frame.lineno}'
    return ''


def words_of(error: BaseException) -> str:
    """Returns one line about an exception, with its type unless this package wrote the text for users."""
    text = ' '.join(str(error).split())
    frames = traceback.extract_tb(error.__traceback__)
    if text and frames and frames[-1].filename.startswith((_HERE, _NAMES)):
        return text
    return f'{type(error).__name__}: {text}' if text else type(error).__name__
