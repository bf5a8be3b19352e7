# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Converts subs of rxros2.aio to observables, and observables to subs."""

from __future__ import annotations

from typing import TypeVar

from reactivex import Observable, abc
from reactivex.disposable import Disposable, SingleAssignmentDisposable

from ..aio import AUTO_SCOPE, BaseSub, Scope
from .scheduler import LoopScheduler
from .stream import Reporting

_T = TypeVar('_T')


def from_sub(sub: BaseSub[_T]) -> Observable[_T]:
    """Emits the items of a sub from the subscription on. Subscribe and receive in the sub's loop's thread.

    Completes when the sub is closed, and fails with the error by which the sub fails. Disposing leaves the sub open.
    An exception of a subscriber is the stream's error, not the sub's failure.
    """

    def subscribe(observer: abc.ObserverBase[_T], _: abc.SchedulerBase | None = None) -> abc.DisposableBase:
        ended = SingleAssignmentDisposable()

        def arrived(item: _T) -> None:
            try:
                observer.on_next(item)
            except Exception as error:
                ended.dispose()
                observer.on_error(error)

        def end(error: BaseException | None) -> None:
            ended.dispose()
            if isinstance(error, Exception):
                observer.on_error(error)
            else:
                observer.on_completed()

        ended.disposable = Disposable(sub._follow(arrived, end))
        return ended

    return Reporting(subscribe, f'from_sub({sub.name})')


class ObservableSub(BaseSub[_T]):
    """A sub of the items of an observable, which it subscribes to when it is made. Items may come from any thread.

    Closes when the observable completes, fails with its error, and disposes the subscription when it is closed.
    Operators that need a scheduler and have none run in the loop. Make it in a running loop's thread.
    """

    def __init__(self, source: Observable[_T], *, scope: Scope | None = AUTO_SCOPE) -> None:
        super().__init__(scope=scope)
        self._subscription = SingleAssignmentDisposable()
        self._subscription.disposable = source.subscribe(
            self._arrived, self._fail, super().close, scheduler=LoopScheduler.of(self._bound_loop())
        )

    def _arrived(self, item: _T) -> None:
        self.input_data(item)

    def close(self) -> None:
        """Disposes the subscription and ends the sub."""
        self._subscription.dispose()
        super().close()


def to_sub(source: Observable[_T], *, scope: Scope | None = AUTO_SCOPE) -> ObservableSub[_T]:
    """Returns a sub of rxros2.aio for the observable, to await and listen to. As an operator: source.pipe(to_sub)."""
    return ObservableSub(source, scope=scope)


__all__ = ['ObservableSub', 'from_sub', 'to_sub']
