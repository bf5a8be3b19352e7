# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""traced: names a part of a pipe; the functions here count what named parts do, and show it as a table or JSON."""

from __future__ import annotations

import atexit
import json as _json
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from reactivex import Observable, abc
from reactivex.observer import Observer

from .stream import node_of, of_node

_T = TypeVar('_T')

_environment = os.environ.get('RXROS2_TRACE', '0')
_on = _environment != '0'
_lock = threading.Lock()
_stages: dict[str, _Stage] = {}


@dataclass(frozen=True)
class StageStatistics:
    """What the stages of one name did while tracing was on, in all their subscriptions together."""

    name: str
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


class _Stage:
    __slots__ = ('completed', 'emitted', 'entered', 'errors', 'longest', 'name', 'received', 'subscriptions', 'total')

    def __init__(self, name: str) -> None:
        self.name = name
        self.reset()

    def reset(self) -> None:
        self.subscriptions = self.received = self.emitted = self.errors = self.completed = 0
        self.entered = self.total = self.longest = 0

    def enter(self, _: Any) -> None:
        self.received += 1
        self.entered = time.perf_counter_ns()

    def leave(self) -> None:
        taken = time.perf_counter_ns() - self.entered
        self.emitted += 1
        self.total += taken
        self.longest = max(self.longest, taken)


def enabled() -> bool:
    """On from the beginning if the environment variable RXROS2_TRACE is set to anything but 0.

    Stages look at it when they are subscribed to. At the end of the process a table is printed to stderr; if the
    variable is the name of a .json file, that is written instead.
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
            each.subscriptions,
            each.received,
            each.emitted,
            each.errors,
            each.completed,
            each.total / each.emitted / 1e9 if each.emitted else 0.0,
            each.longest / 1e9,
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

    def trace(source: Observable[Any]) -> Observable[Any]:
        plain = source.pipe(*operators) if operators else source

        def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            if not _on:
                return plain.subscribe(observer, scheduler=passed)
            with _lock:
                stage = _stages.setdefault(name, _Stage(name))
            stage.subscriptions += 1

            def enter(sink: abc.ObserverBase[Any], at: abc.SchedulerBase | None = None) -> abc.DisposableBase:
                return source.subscribe(_entry(stage, sink), scheduler=at)

            inner: Observable[Any] = Observable(enter)
            return (inner.pipe(*operators) if operators else inner).subscribe(_exit(stage, observer), scheduler=passed)

        made: Observable[Any] = Observable(subscribe)
        node = node_of(source)
        return made if node is None else of_node(node, made)

    return trace


def _entry(stage: _Stage, sink: abc.ObserverBase[Any]) -> Observer[Any]:
    def on_next(item: Any) -> None:
        stage.enter(item)
        sink.on_next(item)

    return Observer(on_next, sink.on_error, sink.on_completed)


def _exit(stage: _Stage, sink: abc.ObserverBase[Any]) -> Observer[Any]:
    def on_next(item: Any) -> None:
        stage.leave()
        sink.on_next(item)

    def on_error(error: Exception) -> None:
        stage.errors += 1
        sink.on_error(error)

    def on_completed() -> None:
        stage.completed += 1
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
