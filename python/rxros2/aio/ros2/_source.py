# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""SourceSub: a sub of what waits in the middleware until the loop takes it; what became of that."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TypeVar

from ...backing import Queue
from ...durations import nanoseconds
from ..core import BaseSub, Scope
from ..core.loop_bridge import AUTOMATIC, Source, bridge_of

_MsgType = TypeVar('_MsgType')


def busy_wait(seconds: float | None) -> None:
    """After it had messages, the running loop stays awake for that long, looking for more, before it sleeps.

    To wake a sleeping thread takes long, above all on virtual machines and where cores save power. While it is awake
    all else in the loop goes on, and the process uses a whole core. None, as at the beginning: it stays awake for
    150 µs while messages come within 150 µs of each other, eight and more in a row, and not where the process has
    one core only. 0: it sleeps at once. RuntimeError where no loop runs, ValueError for less than 0.
    """
    if seconds is not None and not seconds >= 0:
        raise ValueError(f'busy_wait: expected seconds or None, found {seconds}')
    bridge_of(asyncio.get_running_loop()).busy_wait = AUTOMATIC if seconds is None else nanoseconds('seconds', seconds)


@dataclass(frozen=True)
class MiddlewareStatistics:
    """What happened to what came for one Sub, Server or Client since it was made, before its loop had it.

    In C++ SubscriptionStatistics, ServiceStatistics and ClientStatistics.
    """

    received: int
    """Put into the queue."""
    delivered: int
    """Taken by the loop, and well formed."""
    dropped: int
    """Oldest of a full queue: the loop was busy."""
    malformed: int
    """Not decodable."""
    waiting: int
    """In the queue now."""


def statistics_of(queue: Queue, malformed: int = 0) -> MiddlewareStatistics:
    """`malformed`: of what was taken from the queue."""
    received, delivered, dropped, known, waiting = queue.statistics()
    return MiddlewareStatistics(received, delivered - malformed, dropped, known + malformed, waiting)


class SourceSub(BaseSub[_MsgType]):
    """A sub of which the items wait in C++ until its loop takes them.

    A subclass calls super().__init__(scope=None), makes its source, and then _begin(); it overrides _drain().
    """

    _source: Source | None = None
    _key: int | None = None

    def _begin(self, source: Source, scope: Scope | None) -> None:
        self._source = source
        if self._event_loop is not None:
            self._listened()
        self._enter(scope)

    def _listened(self) -> None:
        if self._key is None and self._source is not None and not self.closed:
            self._key = bridge_of(self._bound_loop()).add(self._source, self._drain)

    def _drain(self) -> None:
        """Gives what waits to input_data(). In the loop."""
        raise NotImplementedError

    def close(self) -> None:
        if self._source is not None:
            self._source.close()
        if self._bridge is not None and self._key is not None:
            self._bridge.remove(self._key)
        super().close()
