# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lifetime: whether and how a sub has ended, and what follows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

_log = logging.getLogger(__name__)


class Lifetime:
    """The end of a sub: closed, or failed by an error. The sub's lock guards end(); the rest is the loop's thread's.

    It does not refer to the sub, so that a dropped sub is freed at once, without the garbage collector.
    """

    def __init__(self) -> None:
        self._future: asyncio.Future[bool] | None = None
        self._callbacks: list[Callable[[], None]] = []
        self.ended = False
        self.error: BaseException | None = None

    def end(self, error: BaseException | None) -> bool:
        """Stores how the sub ended. Returns False if it had ended before."""
        if self.ended:
            return False
        self.ended = True
        self.error = error
        return True

    def future(self, bound_loop: Callable[[], asyncio.AbstractEventLoop]) -> asyncio.Future[bool]:
        """Returns a future that is done when the sub has ended: True after a close, else the error.

        `bound_loop` returns the loop of the sub, in which the future is made.
        """
        if self._future is None:
            self._future = bound_loop().create_future()
            if self.ended:
                self.complete()
        return self._future

    def complete(self) -> None:
        """Completes the future, if there is one."""
        if self._future is None or self._future.done():
            return
        if self.error is None:
            self._future.set_result(True)
        else:
            self._future.set_exception(self.error)
            self._future.exception()  # marks it as retrieved for asyncio; a task that awaits it still gets it

    def call_at_end(self, callback: Callable[[], None]) -> None:
        """Adds a function that is called when the sub has ended."""
        self._callbacks.append(callback)

    def forget(self, callback: Callable[[], None]) -> None:
        """Removes a function, if it is still there."""
        if callback in self._callbacks:
            self._callbacks.remove(callback)

    def call_callbacks(self, name: str) -> None:
        """Calls the functions of call_at_end(), once. An exception of one is logged with the sub's `name`."""
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            try:
                callback()
            except Exception:
                _log.exception('%s: a callback of its end failed', name)


__all__ = ['Lifetime']
