# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""traced: names a part of a pipe; the functions here count what named parts do, and show it: table, JSON, live."""

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

from .stream import node_of, of_node
from .trace_report import Reporter, make_reporter

_T = TypeVar('_T')

_environment = os.environ.get('RXROS2_TRACE', '0')
_on = _environment != '0'
_lock = threading.Lock()
_stages: dict[str, _Stage] = {}
_reporter: Reporter | None = None
_here = threading.local()  # .stage: what this thread subscribes to feeds it
_NEVER = sys.maxsize
_BETWEEN_MARBLES = 33_000_000  # nanoseconds
_MOST_OF_A_TEXT = 40
_MOST_OF_AN_ERROR = 300


@dataclass(frozen=True)
class StageStatistics:
    """What the stages of one name did while tracing was on, in all their subscriptions together."""

    name: str
    place: str
    """'file:line' of the call of traced() that was subscribed to first."""
    subscriptions: int
    received: int
    """Items that came."""
    emitted: int
    """Items that it emitted: fewer than came if it drops or gathers."""
    errors: int
    """Streams that ended in an error."""
    completed: int
    mean: float
    """Seconds from the last item in to each item out."""
    longest: float
    feeds: list[str]
    """The named stages that it is subscribed to by, directly or through unnamed ones."""


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
        self.next_marble = 0 if _listened() else _NEVER
        """When an item is to be shown again: never while nobody looks, and not all of many."""
        self.reset()

    def reset(self) -> None:
        self.subscriptions = self.received = self.emitted = self.errors = self.completed = 0
        self.entered = self.total = self.longest = 0

    def enter(self, _: Any) -> None:
        self.received += 1
        self.entered = time.perf_counter_ns()

    def leave(self, item: Any) -> None:
        now = time.perf_counter_ns()
        self.emitted += 1
        if self.entered:  # else a source: nothing goes in
            taken = now - self.entered
            self.total += taken
            self.longest = max(self.longest, taken)
        if now >= self.next_marble:
            self.next_marble = now + _BETWEEN_MARBLES
            self.show('n', _text_of(item))

    def show(self, kind: str, text: str = '') -> None:
        if _reporter is not None and _reporter.listening:
            _reporter.keep((self.name, time.perf_counter_ns(), kind, text))


def enabled() -> bool:
    """On from the beginning if the environment variable RXROS2_TRACE is set to anything but 0.

    Stages look at it when they are subscribed to. At the end of the process a table is printed to stderr; if the
    variable is the name of a .json file, that is written instead.

    While it is on, and the process has a node of its own (not rclpy's) when a stage is subscribed to, a hidden node
    reports to those who listen (rxros2 view), in the thread of streams that have no loop.
    """
    return _on


def enable(on: bool = True) -> None:
    global _on
    _on = on


def statistics() -> list[StageStatistics]:
    """In the order of the names. Any thread."""
    with _lock:
        stages = sorted(_stages.values(), key=lambda stage: stage.name)
    return [
        StageStatistics(
            each.name,
            each.place,
            each.subscriptions,
            each.received,
            each.emitted,
            each.errors,
            each.completed,
            each.total / each.emitted / 1e9 if each.emitted else 0.0,
            each.longest / 1e9,
            sorted(each.feeds),
        )
        for each in stages
    ]


def reset() -> None:
    """All counts to 0; stages that run go on counting."""
    with _lock:
        for each in _stages.values():
            each.reset()


def table() -> str:
    """For humans: one line a stage."""
    heads = ('stage', 'subscriptions', 'in', 'out', 'errors', 'completed', 'mean µs', 'longest µs')
    rows = [heads] + [
        (
            each.name,
            str(each.subscriptions),
            str(each.received),
            str(each.emitted),
            str(each.errors),
            str(each.completed),
            f'{each.mean * 1e6:.1f}',
            f'{each.longest * 1e6:.1f}',
        )
        for each in statistics()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = []
    for row in rows:
        name, *numbers = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        lines.append('  '.join([name.strip().ljust(widths[0]), *numbers]))
    return '\n'.join(lines) + '\n'


def json() -> str:
    """A list of objects with the fields of StageStatistics."""
    return _json.dumps([asdict(each) for each in statistics()], indent=1)


def traced(
    name: str, *operators: Callable[[Observable[Any]], Observable[Any]]
) -> Callable[[Observable[Any]], Observable[Any]]:
    """source.pipe(traced(name, map(f))) is source.pipe(map(f)), whose items, errors and times are counted under that
    name.

    ::

        scans.pipe(traced('scans'), traced('near', filter(is_near)), traced('steer', map(steer)), …)

        RXROS2_TRACE=1:   stage  subscriptions    in  out  errors  completed  mean µs  longest µs
                          near               1  1200  310       0          0      0.4         3.1

    traced(name) alone counts what passes. Stages of one name are counted together. Off, it costs nothing an item.
    """

    code = sys._getframe(1)
    place = f'{code.f_code.co_filename}:{code.f_lineno}'

    def trace(source: Observable[Any]) -> Observable[Any]:
        plain = source.pipe(*operators) if operators else source

        def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            if not _on:
                return plain.subscribe(observer, scheduler=passed)
            stage = _subscribed(name, place)

            def enter(sink: abc.ObserverBase[Any], at: abc.SchedulerBase | None = None) -> abc.DisposableBase:
                return source.subscribe(_entry(stage, sink), scheduler=at)

            inner: Observable[Any] = Observable(enter)
            feeds, _here.stage = _here.__dict__.get('stage'), stage
            if feeds is not None:
                stage.feeds.add(feeds.name)
            try:
                behind = inner.pipe(*operators) if operators else inner
                return behind.subscribe(_exit(stage, observer), scheduler=passed)
            finally:
                _here.stage = feeds

        made: Observable[Any] = Observable(subscribe)
        node = node_of(source)
        return made if node is None else of_node(node, made)

    return trace


def _subscribed(name: str, place: str) -> _Stage:
    """The stage of that name; from now on it is reported, if there is a node that can."""
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


def _listened() -> bool:
    return _reporter is not None and _reporter.listening


def _listen(on: bool) -> None:
    """Somebody begins to listen, or nobody does any more."""
    with _lock:
        for each in _stages.values():
            each.next_marble = 0 if on else _NEVER


def _reports() -> list[dict[str, Any]]:
    """As C++ names it, for all that reports are for: times in nanoseconds."""
    return [
        {
            'name': each.name,
            'place': each.place,
            'subscriptions': each.subscriptions,
            'in': each.received,
            'out': each.emitted,
            'errors': each.errors,
            'completed': each.completed,
            'mean': round(each.mean * 1e9),
            'longest': round(each.longest * 1e9),
            'feeds': each.feeds,
        }
        for each in statistics()
    ]


def _text_of(item: Any) -> str:
    """Numbers, texts and messages that have them as `data`, as those of std_msgs; nothing of anything else."""
    data = None
    with suppress(Exception):  # whatever a property of a user's class raises
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
    """A forked child has no node to report with."""
    global _lock, _reporter
    _lock, _reporter = threading.Lock(), None


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
