# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The words of errors that nothing handles: the exception and the user's lines first, without the frames of libraries.

Also the values of the option on_stream_error, which says what such an error does to the program.
"""

from __future__ import annotations

import os
import sys
import traceback
from dataclasses import dataclass
from types import TracebackType

from ._caller import is_library
from .printable import one_line

POLICIES = ('log', 'shutdown', 'raise')
PARAMETER = 'rxros2.on_stream_error'
_MOST_PLACES = 4
_REACTIVEX = os.sep + 'reactivex' + os.sep


@dataclass(frozen=True)
class StreamError:
    """The end of a stream by an error that nothing handled."""

    stream: str
    """The source, or what the stream publishes to: 'from_topic(/scan)'."""
    stage: str
    """The name of the traced() part, or else the operator, in which it was raised; '' if it is unknown."""
    place: str
    """The user's line 'file:line' in which it was raised, or else the one that subscribed; '' if there is none."""
    error: str
    """The type and the text of the exception, and the user's lines."""


def policy(argument: str | None, override: object = None) -> str:
    """Returns what a node does with an error that nothing handles: 'log', 'shutdown' or 'raise'.

    `override`, the value of the parameter PARAMETER, is stronger than the argument. Raises ValueError for others.
    """
    value, source = (argument, 'on_stream_error') if override is None else (override, f'parameter {PARAMETER}')
    if value is None:
        return 'log'
    if value in POLICIES:
        return str(value)
    raise ValueError(f"{source} is {value!r}; expected 'log', 'shutdown' or 'raise'")


def describe(error: BaseException, place: str = '') -> str:
    """Returns the type, the text and the user's lines of an exception: "KeyError: 'x' (robot.py:12 in parse)".

    `place` is the line to name if no line of the user has raised it.
    """
    text = _with_places(error, place)
    if error.__cause__ is not None:
        text += f', caused by {_with_places(error.__cause__)}'
    return text


def description(error: BaseException) -> str:
    """Returns describe(error), or the whole traceback if no line of the user has raised the exception."""
    if user_places(error.__traceback__):
        return describe(error)
    return ''.join(traceback.format_exception(error)).rstrip()


def handled_description() -> str:
    """Returns the description of the exception that is being handled."""
    error = sys.exc_info()[1]
    return description(error) if error is not None else ''


def _with_places(error: BaseException, place: str = '') -> str:
    places = user_places(error.__traceback__) or ([place] if place else [])
    calls = ''.join(f', called at {caller}' for caller in places[1:_MOST_PLACES])
    more = ', …' if len(places) > _MOST_PLACES else ''
    return f'{_text_of(error)} ({places[0]}{calls}{more})' if places else _text_of(error)


def _text_of(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception as failed:
        text = f'<its text cannot be made: {type(failed).__name__}>'
    return one_line(f'{type(error).__name__}: {text}' if text else type(error).__name__)


def user_places(trace: TracebackType | None) -> list[str]:
    """Returns the user's lines of a traceback, 'file:line in function', the innermost first."""
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if not is_library(code):
            places.append(f'{code.co_filename}:{trace.tb_lineno} in {code.co_name}')
        trace = trace.tb_next
    return places[::-1]


def place_of(error: BaseException) -> str:
    """Returns the user's line 'file:line' in which an exception was raised; '' if it is unknown."""
    places = user_places(error.__traceback__)
    return places[0].partition(' in ')[0] if places else ''


def reached_no_handler(trace: TracebackType | None) -> bool:
    """Returns whether reactivex has raised the exception because a subscriber has no on_error."""
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_name == 'default_error' and _REACTIVEX in code.co_filename:
            return True
        trace = trace.tb_next
    return False


def operator_of(trace: TracebackType | None) -> str:
    """Returns reactivex's operator that called the user's function in which an exception was raised; '' if unknown."""
    operator = ''
    while trace is not None:
        code = trace.tb_frame.f_code
        if not is_library(code):
            break
        folder, file = os.path.split(code.co_filename)
        if folder.endswith(f'{_REACTIVEX}operators'):
            operator = file.removesuffix('.py').strip('_')
        trace = trace.tb_next
    return operator
