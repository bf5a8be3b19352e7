# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""SourceSub: a sub whose items wait in the middleware until the loop takes them; and the statistics of that queue."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import FrameType
from typing import TypeVar

from ..._caller import discards_result, place_of, user_frame
from ...backing import Queue
from ...durations import nanoseconds
from ..core import BaseSub, Scope
from ..core.loop_bridge import AUTOMATIC, Source, bridge_of
from .unseen import report

_MsgType = TypeVar('_MsgType')


def busy_wait(seconds: float | None) -> None:
    """Sets how long the running loop stays awake after it had messages, looking for more, before it sleeps.

    Waking a sleeping thread takes long, above all on virtual machines and where cores save power: busy waiting reduces
    latency and jitter. Meanwhile everything else in the loop runs, and the process uses a whole core. None, the
    default, stays awake for 150 µs while messages arrive within 150 µs of each other, eight and more in a row, unless
    the process has only one core. 0 sleeps at once. Raises RuntimeError where no loop runs, ValueError for a negative
    value.
    """
    if seconds is not None and not seconds >= 0:
        raise ValueError(f'busy_wait: expected seconds or None, found {seconds}')
    bridge_of(asyncio.get_running_loop()).busy_wait = AUTOMATIC if seconds is None else nanoseconds('seconds', seconds)


@dataclass(frozen=True)
class MiddlewareStatistics:
    """The counts of the queue in front of one Sub, Server or Client since it was made.

    They correspond to SubscriptionStatistics, ServiceStatistics and ClientStatistics in C++.
    """

    received: int
    """Items that arrived in the queue."""
    delivered: int
    """Items that the loop took and that were well formed."""
    dropped: int
    """Oldest items that left a full queue because the loop was busy."""
    malformed: int
    """Items that could not be decoded."""
    waiting: int
    """Items in the queue now."""


def statistics_of(queue: Queue, malformed: int = 0) -> MiddlewareStatistics:
    """Returns the counts of a queue. `malformed` counts the malformed items among those taken from it."""
    received, delivered, dropped, known, waiting = queue.statistics()
    return MiddlewareStatistics(received, delivered - malformed, dropped, known + malformed, waiting)


class SourceSub(BaseSub[_MsgType]):
    """A sub whose items wait in C++ until its loop takes them.

    A subclass calls super().__init__(scope=None), makes its source, and then calls _begin(); it overrides _drain().
    """

    _source: Source | None = None
    _key: int | None = None

    def _begin(self, source: Source, scope: Scope | None) -> None:
        self._source = source
        if self._event_loop is not None:
            self._listened()
        self._enter(scope)

    def _warn(self, text: str) -> None:
        session = getattr(self, 'session', None)
        if session is None:
            super()._warn(text)
        else:
            session.node.logger.warning(text)

    def _report_discarded(self, frame: FrameType) -> None:
        """Logs that the program drops the sub as soon as it is made. `frame` is that of the constructor's caller."""
        if user_frame(frame) is frame and discards_result(frame):
            self._warn(f'nothing can use {self.name} of {place_of(frame)}: write sub = {self.name}, then sub.listen()')

    def _report_unseen(self, error: BaseException) -> None:
        node = getattr(getattr(self, 'session', None), 'node', None)
        if node is None:
            super()._report_unseen(error)
        else:
            report(node, self.name, error, f'{self.name} has ended, and nothing listens to it')

    def _listened(self) -> None:
        if self._key is None and self._source is not None and not self.closed:
            self._key = bridge_of(self._bound_loop()).add(self._source, self._drain)

    def _drain(self) -> None:
        """Gives the items that wait to input_data(). Called in the loop."""
        raise NotImplementedError

    def close(self) -> None:
        """Closes the source and ends the sub."""
        if self._source is not None:
            self._source.close()
        if self._bridge is not None and self._key is not None:
            self._bridge.remove(self._key)
        super().close()
