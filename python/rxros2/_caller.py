# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The place in the user's program that called the library."""

from __future__ import annotations

import opcode
import os
import sys
import sysconfig
from types import CodeType, FrameType

GENERATED = '<rxros2>'
"""The file name of code that this package generates."""
_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_STANDARD = sysconfig.get_paths()['stdlib'] + os.sep
_PACKAGES = (os.sep + 'site-packages' + os.sep, os.sep + 'dist-packages' + os.sep)
_LIBRARIES = tuple(os.sep + name + os.sep for name in ('reactivex', 'rclpy_compat', 'rclpy', 'uvloop'))

_known: dict[str, bool] = {}


def is_library(code: CodeType) -> bool:
    """Returns whether code belongs to this package, reactivex, rclpy, uvloop, or Python's own modules."""
    file = code.co_filename
    known = _known.get(file)
    if known is None:
        known = _known[file] = (
            file.startswith((_HERE, GENERATED, '<frozen'))
            or any(folder in file for folder in _LIBRARIES)
            or (file.startswith(_STANDARD) and not any(folder in file for folder in _PACKAGES))
        )
    return known


def user_frame(frame: FrameType | None = None) -> FrameType | None:
    """Returns the innermost frame that is not of a library, from `frame` or the caller's outwards, or None."""
    frame = frame or sys._getframe(1)
    while frame is not None and is_library(frame.f_code):
        frame = frame.f_back
    return frame


def discards_result(frame: FrameType) -> bool:
    """Returns whether the frame, which runs a call, is going to drop the result: the call is a statement of its own."""
    code = frame.f_code.co_code
    following = frame.f_lasti + 2
    while following < len(code) and code[following] == _CACHE:
        following += 2
    return following < len(code) and code[following] == _POP_TOP


_CACHE = 0  # an entry of a call's inline cache
_POP_TOP = opcode.opmap['POP_TOP']


def place_of(frame: FrameType | None) -> str:
    """Returns 'file:line' of a frame, or an empty text without one."""
    return f'{frame.f_code.co_filename}:{frame.f_lineno}' if frame is not None else ''


__all__ = ['GENERATED', 'discards_result', 'is_library', 'place_of', 'user_frame']
