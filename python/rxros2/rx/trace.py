# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""traced: names a part of a pipe. The functions of this module count the items of named parts and show them."""

from __future__ import annotations

import atexit
import json as _json
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from numbers import Integral, Real
from typing import Any, TypeVar

from reactivex import Observable, abc
from reactivex.observer import Observer

from .stream import like
from .trace_report import Reporter, make_reporter
from .unhandled import note_stage

_T = TypeVar('_T')

_environment = os.environ.get('RXROS2_TRACE', '0')
_on = _environment != '0'
_lock = threading.Lock()  # guards the members below up to _reporter
_stages: dict[str, _Stage] = {}
_reporter: Reporter | None = None
_thread_local = threading.local()  # .stage: fed by the streams that this thread subscribes to
_NEVER = sys.maxsize
_BETWEEN_MARBLES = 33_000_000  # nanoseconds
_MOST_OF_A_TEXT = 40
_MOST_OF_AN_ERROR = 300


@dataclass(frozen=True)
class StageStatistics:
    """The counts of the stages of one name while tracing was on, over all their subscriptions."""

    name: str
    place: str
    """'file:line' of the call of traced() whose stream was subscribed to first."""
    subscriptions: int
    received: int
    """Items that entered."""
    emitted: int
    """Items that were emitted: fewer than entered if the stage drops or collects items."""
    errors: int
    """Streams that ended in an error."""
    completed: int
    mean: float
    """Mean seconds from the last item in to each item out."""
    longest: float
    feeds: list[str]
    """The named stages that subscribe to this one, directly or through unnamed operators."""


class _Stage:
    __slots__ = (
        'completed',
        'emitted',
        'entered',
        'errors',
        'feeds',
        'longest',
        'name',
        'next_marble',
        'place',
        'received',
        'subscriptions',
        'total',
    )

    def __init__(self, name: str, place: str) -> None:
        self.name = name
        self.place = place
        self.feeds: set[str] = set()
        self.next_marble = 0 if _has_listener() else _NEVER
        """The time from which the next item is shown: never without listeners, and not every item of many."""
        self.reset()

    def reset(self) -> None:
        """Sets the counts to 0."""
        self.subscriptions = self.received = self.emitted = self.errors = self.completed = 0
        self.entered = self.total = self.longest = 0

    def enter(self, _: Any) -> None:
        """Counts an item that enters."""
        self.received += 1
        self.entered = time.perf_counter_ns()

    def leave(self, item: Any) -> None:
        """Counts an item that leaves."""
        now = time.perf_counter_ns()
        self.emitted += 1
        if self.entered:  # sources have no entering items
            taken = now - self.entered
            self.total += taken
            self.longest = max(self.longest, taken)
        if now >= self.next_marble:
            self.next_marble = now + _BETWEEN_MARBLES
            self.show('n', _text_of(item))

    def show(self, kind: str, text: str = '') -> None:
        """Reports an event of the stage."""
        if _reporter is not None and _reporter.listening:
            _reporter.keep((self.name, time.perf_counter_ns(), kind, text))


def enabled() -> bool:
    """Returns whether tracing is on: initially if the environment variable RXROS2_TRACE is set to anything but 0.

    Stages check it when they are subscribed to. At the end of the process a table is printed to stderr; if the
    variable is the name of a .json file, the counts are written there instead.

    While it is on, and the process has a node of its own (not rclpy's) when a stage is subscribed to, a hidden node
    reports to rxros2 view and other listeners, in the thread of streams that have no loop.
    """
    return _on


def enable(on: bool = True) -> None:
    """Switches tracing on or off."""
    global _on
    _on = on


def statistics() -> list[StageStatistics]:
    """Returns the counts of all stages, sorted by name. Any thread."""
    with _lock:
        stages = sorted(_stages.values(), key=lambda stage: stage.name)
    return [
        StageStatistics(
            stage.name,
            stage.place,
            stage.subscriptions,
            stage.received,
            stage.emitted,
            stage.errors,
            stage.completed,
            stage.total / stage.emitted / 1e9 if stage.emitted else 0.0,
            stage.longest / 1e9,
            sorted(stage.feeds),
        )
        for stage in stages
    ]


def reset() -> None:
    """Sets all counts to 0; running stages continue to count."""
    with _lock:
        for stage in _stages.values():
            stage.reset()


def table() -> str:
    """Returns a table for humans: one line for each stage."""
    heads = ('stage', 'subscriptions', 'in', 'out', 'errors', 'completed', 'mean µs', 'longest µs')
    rows = [heads] + [
        (
            stage.name,
            str(stage.subscriptions),
            str(stage.received),
            str(stage.emitted),
            str(stage.errors),
            str(stage.completed),
            f'{stage.mean * 1e6:.1f}',
            f'{stage.longest * 1e6:.1f}',
        )
        for stage in statistics()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = []
    for row in rows:
        name, *numbers = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        lines.append('  '.join([name.strip().ljust(widths[0]), *numbers]))
    return '\n'.join(lines) + '\n'


def json() -> str:
    """Returns the counts as JSON: a list of objects with the fields of StageStatistics."""
    return _json.dumps([asdict(stage) for stage in statistics()], indent=1)


def traced(
    name: str, *operators: Callable[[Observable[Any]], Observable[Any]]
) -> Callable[[Observable[Any]], Observable[Any]]:
    """source.pipe(traced(name, map(f))) is source.pipe(map(f)), with items, errors and times counted under the name.

    ::

        scans.pipe(traced('scans'), traced('near', filter(is_near)), traced('steer', map(steer)), …)

        RXROS2_TRACE=1:   stage  subscriptions    in  out  errors  completed  mean µs  longest µs
                          near               1  1200  310       0          0      0.4         3.1

    traced(name) alone counts the items that pass. Stages of one name are counted together. Switched off, tracing costs
    nothing per item.
    """

    code = sys._getframe(1)
    place = f'{code.f_code.co_filename}:{code.f_lineno}'

    def trace(source: Observable[Any]) -> Observable[Any]:
        plain = source.pipe(*operators) if operators else source

        def failed_in(observer: abc.ObserverBase[Any]) -> Callable[[Exception], None]:
            def failed(error: Exception) -> None:
                note_stage(error, name)
                observer.on_error(error)

            return failed

        def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            if not _on:
                return plain.subscribe(observer.on_next, failed_in(observer), observer.on_completed, scheduler=passed)
            stage = _subscribed(name, place)

            def enter(sink: abc.ObserverBase[Any], at: abc.SchedulerBase | None = None) -> abc.DisposableBase:
                return source.subscribe(_entry(stage, sink), scheduler=at)

            inner: Observable[Any] = Observable(enter)
            feeds, _thread_local.stage = _thread_local.__dict__.get('stage'), stage
            if feeds is not None:
                stage.feeds.add(feeds.name)
            try:
                behind = inner.pipe(*operators) if operators else inner
                return behind.subscribe(_exit(stage, observer), scheduler=passed)
            finally:
                _thread_local.stage = feeds

        traced_stream: Observable[Any] = Observable(subscribe)
        return like(source, traced_stream)

    return trace


def _subscribed(name: str, place: str) -> _Stage:
    """Returns the stage of that name; from now on it is reported if a node can do that."""
    global _reporter
    with _lock:
        if _reporter is None:
            _reporter = make_reporter(_reports, _listen)
        stage = _stages.get(name)
        if stage is None:
            stage = _stages[name] = _Stage(name, place)
    stage.subscriptions += 1
    stage.show('s')
    return stage


def _has_listener() -> bool:
    return _reporter is not None and _reporter.listening


def _listen(on: bool) -> None:
    """Is called when the first listener appears and when the last one disappears."""
    with _lock:
        for stage in _stages.values():
            stage.next_marble = 0 if on else _NEVER


def _reports() -> list[dict[str, Any]]:
    """Returns the counts with the names that C++ uses in reports; times in nanoseconds."""
    return [
        {
            'name': stage.name,
            'place': stage.place,
            'subscriptions': stage.subscriptions,
            'in': stage.received,
            'out': stage.emitted,
            'errors': stage.errors,
            'completed': stage.completed,
            'mean': round(stage.mean * 1e9),
            'longest': round(stage.longest * 1e9),
            'feeds': stage.feeds,
        }
        for stage in statistics()
    ]


def _text_of(item: Any) -> str:
    """Returns the text of a number, of a text, or of a message with one as `data`, as in std_msgs; else ''."""
    data = None
    with suppress(Exception):  # a property of a user's class may raise anything
        data = getattr(item, 'data', None)
    for value in (item, data):
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, str):
            return value[:_MOST_OF_A_TEXT]
        if isinstance(value, Integral):
            return str(int(value))
        if isinstance(value, Real):
            return f'{float(value):.4g}'
    return 'None' if item is None else ''


def _forget() -> None:
    """Drops the reporter in a forked child, which has no node."""
    global _lock, _reporter
    _lock, _reporter = threading.Lock(), None  # guards what the parent's guards


os.register_at_fork(after_in_child=_forget)


def _entry(stage: _Stage, sink: abc.ObserverBase[Any]) -> Observer[Any]:
    def on_next(item: Any) -> None:
        stage.enter(item)
        sink.on_next(item)

    return Observer(on_next, sink.on_error, sink.on_completed)


def _exit(stage: _Stage, sink: abc.ObserverBase[Any]) -> Observer[Any]:
    def on_next(item: Any) -> None:
        stage.leave(item)
        sink.on_next(item)

    def on_error(error: Exception) -> None:
        note_stage(error, stage.name)
        stage.errors += 1
        stage.show('e', (str(error) or type(error).__name__)[:_MOST_OF_AN_ERROR])
        sink.on_error(error)

    def on_completed() -> None:
        stage.completed += 1
        stage.show('c')
        sink.on_completed()

    return Observer(on_next, on_error, on_completed)


@atexit.register
def _show() -> None:
    if _environment == '0' or not _stages:
        return
    if _environment.endswith('.json'):
        with open(_environment, 'w', encoding='utf-8') as file:
            file.write(json())
    else:
        sys.stderr.write(table())


__all__ = ['StageStatistics', 'enable', 'enabled', 'json', 'reset', 'statistics', 'table', 'traced']
