# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""retry and retry_with_backoff: subscribe again after an error, and log what they swallow."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, TypeVar

from reactivex import Observable, abc
from reactivex import operators as ops
from reactivex.disposable import CompositeDisposable, SerialDisposable

from ..node import Logger
from ..stream_errors import describe
from .scheduler import loop_scheduler
from .stream import OPERATORS, like, node_of

_T = TypeVar('_T')

_QUIET = 10.0
"""Seconds between two reports of one operator."""


def retry(retry_count: int | None = None) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(retry(n)) subscribes to the source again when it ends by an error.

    ::

        source     --1--X
        again           --2--|
        retry()    --1----2--|

    `retry_count` is the number of all subscriptions; without it there is no limit. The error of the last one passes;
    each other one is logged as a warning, at most one in ten seconds. It subscribes again at once, even if the source
    fails at once: for a source that may fail for long, use retry_with_backoff.
    """

    def retrying(source: Observable[_T]) -> Observable[_T]:
        def subscribe(observer: abc.ObserverBase[_T], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            swallowed = _Swallowed('retry', source)
            failures = 0

            def failed(error: Exception) -> None:
                nonlocal failures
                failures += 1
                if retry_count is None or failures < retry_count:
                    swallowed.report(error)

            counted: Observable[_T] = source.pipe(ops.do_action(on_error=failed))
            return counted.pipe(ops.retry(retry_count)).subscribe(observer, scheduler=passed)

        return like(source, Observable(subscribe))

    return retrying


def retry_with_backoff(
    initial: float = 0.1,
    factor: float = 2.0,
    maximum: float = 10.0,
    attempts: int | None = None,
    *,
    scheduler: abc.SchedulerBase | None = None,
) -> Callable[[Observable[_T]], Observable[_T]]:
    """source.pipe(retry_with_backoff()) waits before it subscribes again, longer each time.

    ::

        source                  --1--X
        again                          X      --2--|
        retry_with_backoff()    --1-------------2--|

    The wait is `initial` seconds after the first failure, then longer by `factor` after each further one, at most
    `maximum`; an item resets it. `attempts` is the number of attempts in a row, including the first; the error of the
    last one passes, the others are logged as by retry(). The waits are those of `scheduler`, else of the source's node,
    else of the subscription. Raises ValueError unless all are positive and the factor is at least 1.
    """
    if not (0 < initial < math.inf and maximum > 0 and 1 <= factor < math.inf and (attempts is None or attempts > 0)):
        raise ValueError(
            f'retry_with_backoff: expected waits and attempts of more than 0 and a factor of 1 or more, found '
            f'{initial}, {factor}, {maximum} and {attempts}'
        )

    def retrying(source: Observable[_T]) -> Observable[_T]:
        def subscribe(observer: abc.ObserverBase[_T], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            node = node_of(source)
            runs_in = loop_scheduler(scheduler or (node.scheduler if node is not None else passed))
            swallowed = _Swallowed('retry_with_backoff', source)
            current, waiting = SerialDisposable(), SerialDisposable()
            failures, delay = 0, initial

            def arrived(item: _T) -> None:
                nonlocal failures
                failures = 0
                observer.on_next(item)

            def failed(error: Exception) -> None:
                nonlocal failures, delay
                delay = initial if failures == 0 else min(delay * factor, maximum)
                failures += 1
                if attempts is not None and failures >= attempts:
                    observer.on_error(error)
                    return
                swallowed.report(error)
                waiting.disposable = runs_in.schedule_relative(min(delay, maximum), begin)

            def begin(*_: Any) -> None:
                current.disposable = source.subscribe(arrived, failed, observer.on_completed, scheduler=passed)

            begin()
            return CompositeDisposable(current, waiting)

        return like(source, Observable(subscribe))

    return retrying


class _Swallowed:
    """Logs the errors that a subscription of an operator swallows: the first, then their number at a low rate."""

    def __init__(self, operator: str, source: Observable[Any]) -> None:
        node = node_of(source)
        self._logger = node.logger if node is not None else Logger('rxros2')
        self._text = f'{operator} subscribes to {getattr(source, "name", "its source")} again'
        self._count = 0
        self._reported = -math.inf

    def report(self, error: Exception) -> None:
        """Counts an error; logs it unless one was logged a short time ago."""
        self._count += 1
        now = time.monotonic()
        if now - self._reported < _QUIET:
            return
        number = f' ({self._count} errors since the last report)' if self._count > 1 else ''
        self._reported, self._count = now, 0
        self._logger.warning(f'{describe(error)}: {self._text}{number}')


OPERATORS['retry'] = retry

__all__ = ['retry', 'retry_with_backoff']
