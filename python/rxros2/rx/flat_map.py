# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""flat_map, concat_map, switch_map: reactivex's operators, for functions that may also be coroutine functions."""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import reactivex
from reactivex import Observable, abc
from reactivex import operators as ops
from reactivex.disposable import SingleAssignmentDisposable

from .scheduler import loop_scheduler
from .stream import OPERATORS, like, node_of
from .unhandled import note_operator


def flat_map(project: Any = None) -> Callable[[Observable[Any]], Observable[Any]]:
    """source.pipe(flat_map(f)) emits the items of f(item) for each item, as they come.

    ::

        source               --1------2------|
        f(1) a-b|, f(2) c-d|
        flat_map(f)          --a-b----c-d----|

    `f` returns an observable, a future, an iterable, or a coroutine, whose result is one item: f may be an `async def`.
    A coroutine runs in the executor of the source's node, else in the loop of the subscription; disposing cancels it.
    Anything else is the stream's TypeError, which names f. `project` may also be an observable, for all items.
    """
    return _flat('flat_map', ops.flat_map, project)


def concat_map(project: Callable[[Any], Any]) -> Callable[[Observable[Any]], Observable[Any]]:
    """source.pipe(concat_map(f)) does what flat_map(f) does, but one after the other.

    ::

        source                  --1--2-------|
        f(1) a---b|, f(2) c-d|
        concat_map(f)           --a---bc-d---|
    """
    return _flat('concat_map', ops.concat_map, project)


def switch_map(project: Callable[[Any], Any] | None = None) -> Callable[[Observable[Any]], Observable[Any]]:
    """source.pipe(switch_map(f)) does what flat_map(f) does, but a new item ends what f returned for the last one.

    ::

        source                  --1--2-------|
        f(1) a---b|, f(2) c-d|
        switch_map(f)           --a--c-d-----|

    Without `f` the items are what it would return.
    """
    return _flat('switch_map', ops.switch_map, _itself if project is None else project)


def _flat(name: str, operator: Callable[[Any], Any], project: Any) -> Callable[[Observable[Any]], Observable[Any]]:
    def flat(source: Observable[Any]) -> Observable[Any]:
        def inner(item: Any) -> Observable[Any]:
            return projected(name, project, item, source)

        def later(item: Any) -> Observable[Any]:
            # Otherwise f would be called for items that wait, and coroutines that never run would be left at the end.
            return reactivex.defer(lambda _: inner(item))

        mapped: Observable[Any] = operator(later if name == 'concat_map' else inner)(source)
        return like(source, mapped)

    return flat


def _itself(item: Any) -> Any:
    return item


def projected(operator: str, project: Any, item: Any, source: Observable[Any]) -> Observable[Any]:
    """Returns what the function of an operator returns for an item as an observable.

    Raises TypeError if that is of no kind that the operator takes.
    """
    try:
        result = project(item) if callable(project) else project
        return _to_observable(operator, project, result, source)
    except Exception as error:
        note_operator(error, operator)
        raise


def _to_observable(operator: str, function: Any, result: Any, source: Observable[Any]) -> Observable[Any]:
    if isinstance(result, Observable):
        return result
    if inspect.iscoroutine(result):
        return _from_coroutine(result, source)
    if isinstance(result, (asyncio.Future, concurrent.futures.Future)):
        return reactivex.from_future(result)
    if isinstance(result, Iterable):
        return reactivex.from_iterable(result)
    code = getattr(function, '__code__', None)
    where = f' (the function at {code.co_filename}:{code.co_firstlineno})' if code is not None else ''
    raise TypeError(
        f'{operator}: expected an observable, a coroutine, a future or an iterable, found {type(result).__name__} '
        f'{result!r:.60}{where}; map() emits what a function returns as it is'
    )


def _from_coroutine(coroutine: Coroutine[Any, Any, Any], source: Observable[Any]) -> Observable[Any]:
    """Emits the result of a coroutine that runs in the executor of the source's node."""

    def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        node = node_of(source)
        runs_in = loop_scheduler(node.scheduler if node is not None else passed)
        run = SingleAssignmentDisposable()

        def begin() -> None:
            if run.is_disposed:
                coroutine.close()
                return
            task = runs_in.loop.create_task(coroutine)
            task.add_done_callback(done)
            run.disposable = _Cancel(task)

        def done(task: asyncio.Task[Any]) -> None:
            if task.cancelled():
                # The end of a node or of a loop cancels what still runs. Else the coroutine has cancelled itself.
                is_end = not node.ok() if node is not None else getattr(task, 'cancelling', int)() > 0
                if not run.is_disposed and not is_end:
                    observer.on_error(concurrent.futures.CancelledError('the coroutine was cancelled'))
                return
            error = task.exception()
            if error is None:
                observer.on_next(task.result())
                observer.on_completed()
            elif isinstance(error, Exception):
                observer.on_error(error)

        runs_in.run(begin)
        return run

    return like(source, Observable(subscribe))


class _Cancel(abc.DisposableBase):
    """Cancels a task that has not ended. Any thread."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self._task = task

    def dispose(self) -> None:
        """Cancels the task."""
        loop = self._task.get_loop()
        if not self._task.done() and not loop.is_closed():
            loop.call_soon_threadsafe(self._task.cancel)


OPERATORS.update(concat_map=concat_map, flat_map=flat_map, switch_map=switch_map)

__all__ = ['concat_map', 'flat_map', 'switch_map']
