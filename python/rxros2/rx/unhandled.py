# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reports an error that reaches no handler: once, in one line, and to the node, which obeys on_stream_error."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import reactivex.operators

from ..aio.core.losses import LossCount
from ..node import Logger
from ..stream_errors import StreamError, describe, operator_of, place_of, user_places

if TYPE_CHECKING:
    from .node import Node

_REPORTED = '_rxros2_reported'
_STAGE = '_rxros2_stage'
_OPERATOR = '_rxros2_operator'
_EACH = 10
"""The errors of one stream, stage and place that are reported one by one; further ones at a low rate."""
_MOST_COUNTS = 1000
_SAME = 0.1
"""Seconds within which an exception that nothing has raised is the same error at another end of its pipe."""
_CONSEQUENCES = {
    'serve': ', its service is closed and calls get no answer',
    'serve_goals': ', its action is closed and goals get no answer',
}


def report(node: Node | None, stream: str, error: Exception, place: str = '') -> None:
    """Logs an error that no subscriber handles, and passes it to the node. Any thread.

    `place` is the user's line that subscribed or assembled the stream. An error that reaches several ends of one pipe
    is reported once.
    """
    if _is_reported(error):
        return
    trace = error.__traceback__
    stage, ours = (str(error.__dict__.pop(key, '')) for key in (_STAGE, _OPERATOR))
    stage = stage or ours or _operator(operator_of(trace))
    text = describe(error, place)
    failure = StreamError(stream, stage, place_of(error) or place, text)
    number = 1 if node is None else _due(node, (stream, stage, failure.place))
    if number:
        _log(node, _text(failure, place if place and user_places(trace) else '', number))
    if node is not None:
        node._stream_failed(failure, error)


def _text(failure: StreamError, subscribed: str, number: int) -> str:
    stream, stage = failure.stream, failure.stage
    where = f'stage {stage} of {stream}' if stage else stream
    at = f' (subscribed to at {subscribed})' if subscribed else ''
    consequence = _CONSEQUENCES.get(stream.partition('(')[0], '')
    cure = 'give subscribe() an on_error, or put catch() or retry() before it'
    repetition = f' ({number} such errors since the last report)' if number > 1 else ''
    return f'{failure.error}: {where}{at} ended by an error that nothing handles{consequence}{repetition}: {cure}'


class _Counts(dict[tuple[str, str, str], LossCount]):
    """The errors of the streams of a node, by stream, stage and place."""


def _due(node: Node, key: tuple[str, str, str]) -> int:
    """Counts an error. Returns the number to report now: 0, 1, or that of the errors since the last report."""
    counts: _Counts = node._kept.setdefault(_Counts, _Counts())
    if len(counts) > _MOST_COUNTS:
        counts.clear()
    count = counts.setdefault(key, LossCount())
    is_due = count.add()
    return count.take() if is_due or count.total <= _EACH else 0


def report_action(node: Node, error: Exception) -> None:
    """Logs an exception of a function that was given to the node's scheduler, and passes it to the node."""
    if _is_reported(error):
        return
    _log(node, f'{describe(error)}: a scheduled action has failed')
    node._stream_failed(StreamError('scheduler', '', place_of(error), describe(error)), error)


def _is_reported(error: Exception) -> bool:
    """Returns whether this raising of the error was reported before, and remembers that it is now."""
    trace, now = error.__traceback__, time.monotonic()
    before, at = error.__dict__.get(_REPORTED, (None, -math.inf))
    error.__dict__[_REPORTED] = trace, now
    return before is trace and (trace is not None or now - at < _SAME)


def _log(node: Node | None, text: str) -> None:
    (node.logger if node is not None else Logger('rxros2')).error(text)


def note_stage(error: Exception, name: str) -> None:
    """Remembers in the error the traced() part that it passes first."""
    error.__dict__.setdefault(_STAGE, name)


def note_operator(error: Exception, name: str) -> None:
    """Remembers in the error our operator whose function has raised it, which operators of reactivex call."""
    error.__dict__[_OPERATOR] = name


def _operator(file: str) -> str:
    """Returns the operator of one of reactivex's files: 'flat_map' for 'flatmap'."""
    return _names.get(file, file)


_names = {name.replace('_', ''): name for name in dir(reactivex.operators) if not name.startswith('_')}
