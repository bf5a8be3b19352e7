# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""GraphWaits: waits for changes of the ROS graph, such as a new server, with notifications and few checks."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

from ...backing import Backing, GraphEvents
from ..core.loop_bridge import bridge_of

_MIN_CHECK_DELAY = 0.01
_MAX_CHECK_DELAY = 1.0
"""Seconds until the next check: the minimum after a change of the graph, doubled for each check up to the maximum.

A condition may become true without a notification: DDS may match an endpoint shortly after it announced it.
"""
_MAX_CHECK_DELAY_WITHOUT_EVENTS = 0.1
"""Replaces _MAX_CHECK_DELAY where the graph sends no notifications: with a node of rclpy, and in a replay."""


class GraphWaits:
    """The waits of one event loop for the graph of one node. Only close() may be called outside the loop's thread."""

    def __init__(self, backing: Backing, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._node = backing.programs
        self._bridge = bridge_of(loop)
        self._waits: dict[int, tuple[Callable[[], bool], Callable[[], None]]] = {}
        self._numbers = itertools.count()
        self._delay = _MIN_CHECK_DELAY
        self._timer: asyncio.TimerHandle | None = None
        self._events: GraphEvents | None = backing.graph_events()
        self._max_delay = _MAX_CHECK_DELAY if self._events is not None else _MAX_CHECK_DELAY_WITHOUT_EVENTS
        self._key = self._bridge.add(self._events, self._changed) if self._events is not None else 0
        backing.closables.add(self)

    @classmethod
    def of(cls, backing: Backing) -> GraphWaits:
        """Returns the GraphWaits of the running loop and a node; it exists until its last wait ends."""
        loop = asyncio.get_running_loop()
        key = (id(loop), id(backing.programs))
        waits = _all.get(key)
        if waits is None or waits._loop is not loop or waits._node is not backing.programs:
            waits = _all[key] = cls(backing, loop)
        return waits

    def add(self, condition: Callable[[], bool], then: Callable[[], None]) -> Callable[[], None]:
        """Calls `then` when `condition` returns True, or when it raises RuntimeError as its entity was closed.

        Returns a function that cancels the wait.
        """
        wait_id = next(self._numbers)
        self._waits[wait_id] = condition, then
        self._delay = _MIN_CHECK_DELAY
        self._check_later()

        def cancel() -> None:
            if self._waits.pop(wait_id, None) is not None and not self._waits:
                self._end()

        return cancel

    def close(self) -> None:
        """Checks all conditions once more when the node is closed. May be called in any thread."""
        events, self._events = self._events, None
        if events is not None:
            events.close()
            self._bridge.remove(self._key)
        if self._loop.is_closed():
            _all.pop((id(self._loop), id(self._node)), None)
        else:
            self._bridge.call(self._check)

    def _changed(self) -> None:
        if self._events is not None:
            self._events.taking()
        self._delay = _MIN_CHECK_DELAY
        self._check()

    def _check(self) -> None:
        for wait_id, (condition, then) in list(self._waits.items()):
            try:
                holds = condition()
            except RuntimeError:  # the entity was closed; `then` handles that
                holds = True
            if holds and self._waits.pop(wait_id, None) is not None:
                then()
        if self._waits:
            self._check_later()
        else:
            self._end()

    def _check_later(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(self._delay, self._check)
        self._delay = min(self._delay * 2, self._max_delay)

    def _end(self) -> None:
        """Releases the timer and the graph events after the last wait."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        key = (id(self._loop), id(self._node))
        if _all.get(key) is self:
            del _all[key]
        events, self._events = self._events, None
        if events is not None:
            events.close()
            self._bridge.remove(self._key)


_all: dict[tuple[int, int], GraphWaits] = {}

__all__ = ['GraphWaits']
