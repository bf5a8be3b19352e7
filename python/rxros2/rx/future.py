# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_future: the result of a future as a stream of one item."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable
from typing import Any, TypeVar

from reactivex import Observable, abc
from reactivex.disposable import Disposable

from .node import NodeScheduler
from .scheduler import LoopScheduler, loop_scheduler
from .stream import Reporting

_T = TypeVar('_T')


def from_future(
    future: asyncio.Future[_T] | concurrent.futures.Future[_T], *, scheduler: abc.SchedulerBase | None = None
) -> Observable[_T]:
    """Emits the result of the future once it is done, and completes.

    ::

        future            --------a
        from_future(f)    --------a|      (X instead, if the future holds an exception, or was cancelled)

    The future is a future or task of asyncio, or one of concurrent.futures (an executor's). Runs in `scheduler`, else
    in that of the subscription (publish_to_topic: the node's), else in the future's own asyncio loop, else in the
    running one, else in a thread that all such sources share. In a node it completes with the node. Disposing does not
    cancel the future. A cancelled future is the error concurrent.futures.CancelledError. Subscribe to an asyncio future
    in its loop's thread or while the loop runs. Raises TypeError for anything else: make a task of a coroutine.
    """
    if not isinstance(future, (asyncio.Future, concurrent.futures.Future)):
        raise TypeError(
            f'from_future: expected a future or task of asyncio, or one of concurrent.futures, found '
            f'{type(future).__name__}'
        )
    of_loop = LoopScheduler.of(future.get_loop()) if isinstance(future, asyncio.Future) else None

    def subscribe(observer: abc.ObserverBase[_T], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        runs_in = loop_scheduler(scheduler or passed or of_loop)
        awaited = _Awaited(future, observer, runs_in)
        node = runs_in.node if isinstance(runs_in, NodeScheduler) else None
        if node is not None and not node.adopt(awaited):
            awaited.node_ended()
            return Disposable()

        def dispose() -> None:
            awaited.take()
            if node is not None:
                node.disown(awaited)

        awaited.release = dispose
        if of_loop is None:
            future.add_done_callback(awaited.done)
        else:
            of_loop.run(future.add_done_callback, awaited.done)
        return Disposable(dispose)

    return Reporting(subscribe, 'from_future', scheduler)


class _Awaited:
    """A subscription of from_future. Emits in the scheduler's thread."""

    def __init__(self, future: Any, observer: abc.ObserverBase[Any], runs_in: LoopScheduler) -> None:
        self._future = future
        self._observers = [observer]  # emptied at the end, as a future may keep this object for long
        self._runs_in = runs_in
        self.release: Callable[[], object] = lambda: None

    def take(self) -> list[abc.ObserverBase[Any]]:
        """Returns the observer in a list; an empty one if it was taken before."""
        taken = self._observers[:]
        self._observers.clear()
        return taken

    def done(self, _: object) -> None:
        """Emits the result. Called by the future, in any thread."""
        if self._observers:
            self._runs_in.run(self._emit)

    def _emit(self) -> None:
        for observer in self.take():
            self.release()
            if self._future.cancelled():
                observer.on_error(concurrent.futures.CancelledError('the future was cancelled'))
                continue
            error = self._future.exception()
            if error is None:
                try:
                    observer.on_next(self._future.result())
                except Exception as raised:
                    observer.on_error(raised)
                else:
                    observer.on_completed()
            else:
                observer.on_error(error if isinstance(error, Exception) else RuntimeError(f'ended by {error!r}'))

    def node_ended(self) -> None:
        """Completes the stream with its node."""
        for observer in self.take():
            observer.on_completed()


__all__ = ['from_future']
