# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""WaitReports: reports waits that last longer than a user expects, such as a call of a service without a server."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

from ..core.timer import is_virtual

_FIRST_REPORT = 3.0
"""Seconds of the loop's clock after which a wait is reported."""
_NEXT_REPORT = 60.0
"""Seconds between the reports of a wait that goes on."""
_NO_WAIT = -1


def log_wait(logger: Any, text: str, *, is_mistake: bool) -> None:
    """Logs a report of a wait, as a warning if it is probably a mistake.

    Each severity has its own line, since a logger of rclpy refuses two of them at one line.
    """
    if is_mistake:
        logger.warning(text)
    else:
        logger.info(text)


class _Wait:
    __slots__ = ('begun', 'due', 'report')

    def __init__(self, begun: float, report: Callable[[float], object]) -> None:
        self.begun = begun
        self.due = begun + _FIRST_REPORT
        self.report = report


class WaitReports:
    """The waits of one event loop for something that should be there soon. Loop's thread.

    All of them share one timer, which is set by the first wait and not moved by others, so that waits that end soon
    cost an entry in a table. Waits in a replay are not reported: its graph contains only the program.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._is_silent = is_virtual(loop)
        self._waits: dict[int, _Wait] = {}
        self._numbers = itertools.count()
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0  # the time of the timer

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> WaitReports:
        """Returns the WaitReports of a loop."""
        reports: WaitReports | None = getattr(loop, '_rxros2_wait_reports', None)
        if reports is None:
            # An attribute, because a value in a table of weak references must not refer to its key.
            reports = loop._rxros2_wait_reports = cls(loop)  # type: ignore[attr-defined]
        return reports

    def begin(self, report: Callable[[float], object]) -> int:
        """Calls `report` with the seconds waited, after 3 s and then once a minute, until end() of the result.

        `report` returns False if nothing is missing any longer; the wait then begins anew.
        """
        if self._is_silent:
            return _NO_WAIT
        number = next(self._numbers)
        self._waits[number] = wait = _Wait(self._loop.time(), report)
        if self._timer is None or self._due > wait.due:
            self._arm(wait.due)
        return number

    def end(self, number: int) -> None:
        """Ends a wait; a second call does nothing."""
        self._waits.pop(number, None)

    def _arm(self, due: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._due = due
        self._timer = self._loop.call_at(due, self._look)

    def _look(self) -> None:
        self._timer = None
        now = self._loop.time()
        waits = list(self._waits.values())  # end() may be called in another thread
        for wait in [wait for wait in waits if wait.due <= now]:
            wait.due = now + _NEXT_REPORT
            try:
                if wait.report(now - wait.begun) is False:  # nothing is missing now
                    wait.begun, wait.due = now, now + _FIRST_REPORT
            except RuntimeError:
                pass  # the node is closed
            except Exception as error:  # the other waits are still reported
                self._loop.call_exception_handler({'message': 'the report of a wait failed', 'exception': error})
        if waits:
            self._arm(min(wait.due for wait in waits))


class EndpointWaits:
    """The waits for the peer of one endpoint, which are reported together. Loop's thread."""

    def __init__(self, report: Callable[[float], object]) -> None:
        """`report` is that of WaitReports.begin()."""
        self._report = report
        self._count = 0
        self._reports: WaitReports | None = None
        self._number = _NO_WAIT

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins a wait in the running loop."""
        self._count += 1
        if self._count == 1:
            if self._reports is None:
                self._reports = WaitReports.of(loop)
            self._number = self._reports.begin(self._report)

    def end(self) -> None:
        """Ends one of the waits that have begun."""
        self._count -= 1
        if self._count == 0 and self._reports is not None:
            self._reports.end(self._number)


__all__ = ['EndpointWaits', 'WaitReports']
