# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The place in the user's program that called the library."""

from __future__ import annotations

import opcode
import sys
from types import FrameType

_LIBRARIES = frozenset(
    (
        'rxros2',
        'reactivex',
        'rclpy',
        'asyncio',
        'uvloop',
        'threading',
        'concurrent',
        'contextlib',
        'functools',
        'weakref',
    )
)


def user_frame(frame: FrameType | None = None) -> FrameType | None:
    """Returns the innermost frame that is not of a library, from `frame` or the caller's outwards, or None."""
    frame = frame or sys._getframe(1)
    while frame is not None and frame.f_globals.get('__name__', '').partition('.')[0] in _LIBRARIES:
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


__all__ = ['discards_result', 'place_of', 'user_frame']
