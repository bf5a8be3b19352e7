# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Waits for a server, a node or a response, which the shutdown of the context ends, and a check before calls."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rxros2._core import Notifier

from ..executors import ExternalShutdownException
from .deadline import Deadline
from .implementation import RCLError

if TYPE_CHECKING:
    from ..context import Context
    from ..task import Future

_PERIOD = 0.02


class ContextShutDown(RCLError, ExternalShutdownException):
    """The context was shut down before the call.

    It is an RCLError, as in rclpy, and also the exception by which spin() ends then, which programs expect.
    """


def check_context(context: Context, name: str) -> None:
    """Raises ContextShutDown, with the name of the entity that was called, unless the context is valid."""
    if not context.ok():
        raise ContextShutDown(f'{name}: the context was shut down')


class WaitInterrupted(ContextShutDown):
    """The context was shut down before the wait was over."""

    def __init__(self, name: str, awaited: str) -> None:
        super().__init__(f'{name}: the wait for {awaited} was ended by the shutdown of the context')


def wait_until(
    is_ready: Callable[[], bool],
    context: Context,
    timeout_sec: float | None,
    name: str,
    awaited: str,
    report: Callable[[], None] | None = None,
    report_after: float = 0.0,
) -> bool:
    """Waits until `is_ready()`. Returns False after the timeout; raises WaitInterrupted after a shutdown.

    A wait without a limit calls `report` once, after `report_after` seconds.
    """
    deadline = Deadline(None if timeout_sec is None else max(timeout_sec, 0.0))
    report_at = time.monotonic() + report_after
    while True:
        try:
            check_context(context, name)
            if is_ready():
                return True
        except ContextShutDown:
            raise WaitInterrupted(name, awaited) from None
        remaining = deadline.remaining()
        if remaining == 0:
            return False
        if report is not None and remaining is None and time.monotonic() >= report_at:
            report()
            report = None
        time.sleep(_PERIOD if remaining is None else min(_PERIOD, remaining))


class _Waking:
    """An event that the end of a future and the shutdown of a context set.

    A signal may shut the context down in the thread that waits; threading.Event.set() could then wait for itself. The
    notifier's wait also ends if another thread gets the signal.
    """

    def __init__(self, context: Context, future: Future[Any]) -> None:
        self._is_set = False
        self._notifier = Notifier()
        context.on_shutdown(self.wake)  # held weakly
        future.add_done_callback(self.wake)

    def wake(self, _: Any = None) -> None:
        self._is_set = True
        self._notifier.ready(0)

    def wait(self, timeout_sec: float | None) -> bool:
        """Returns whether it was set before the timeout."""
        deadline = Deadline(timeout_sec)
        while not self._is_set:
            remaining = deadline.remaining()
            if remaining == 0:
                return False
            self._notifier.wait(-1 if remaining is None else int(remaining * 1e9))
            self._notifier.take()
        return True


def wait_for_future(
    future: Future[Any],
    context: Context,
    timeout_sec: float | None,
    name: str,
    awaited: str,
    report: Callable[[], None] | None = None,
    report_after: float = 0.0,
) -> bool:
    """Waits until the future is done, like wait_until(). Another thread must spin."""
    remaining = Deadline(timeout_sec).remaining()
    waking = _Waking(context, future)
    if remaining is None and report is not None and not waking.wait(report_after):
        report()
    waking.wait(remaining)
    if not future.done() and not context.ok():
        raise WaitInterrupted(name, awaited)
    return future.done()
