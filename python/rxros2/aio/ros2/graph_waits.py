# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""GraphWaits: waits for changes of a node's graph, such as a new server, by notification instead of polling."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

from ...backing import Backing, GraphEvents
from ..core.loop_bridge import bridge_of

_SOON = 0.01
_SELDOM = 1.0
"""Seconds until the next check: short after a change of the graph, as an endpoint may be matched a little after it
is announced, then doubled up to _SELDOM."""
_SELDOM_WITHOUT_EVENTS = 0.1
"""The longest time between checks without notifications: for a node of rclpy, and in a replay."""


class GraphWaits:
    """The waits of one loop for the graph of one node. Loop's thread."""

    def __init__(self, backing: Backing, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._node = backing.programs
        self._bridge = bridge_of(loop)
        self._waits: dict[int, tuple[Callable[[], bool], Callable[[], None]]] = {}
        self._numbers = itertools.count()
        self._delay = _SOON
        self._timer: asyncio.TimerHandle | None = None
        self._events: GraphEvents | None = backing.graph_events()
        self._seldom = _SELDOM if self._events is not None else _SELDOM_WITHOUT_EVENTS
        self._key = self._bridge.add(self._events, self._changed) if self._events is not None else 0
        backing.closables.add(self)

    @classmethod
    def of(cls, backing: Backing) -> GraphWaits:
        """Returns the waits of the running loop; they live as long as something waits."""
        loop = asyncio.get_running_loop()
        key = (id(loop), id(backing.programs))
        waits = _all.get(key)
        if waits is None or waits._loop is not loop or waits._node is not backing.programs:
            waits = _all[key] = cls(backing, loop)
        return waits

    def add(self, condition: Callable[[], bool], then: Callable[[], None]) -> Callable[[], None]:
        """Calls `then` once `condition` returns True, or raises because something was closed.

        Returns a function that ends the wait.
        """
        number = next(self._numbers)
        self._waits[number] = condition, then
        self._delay = _SOON
        self._look_later()

        def give_up() -> None:
            if self._waits.pop(number, None) is not None and not self._waits:
                self._end()

        return give_up

    def close(self) -> None:
        """Checks every condition once more, as the node is being closed. Any thread."""
        events, self._events = self._events, None
        if events is not None:
            events.close()
            self._bridge.remove(self._key)
        if self._loop.is_closed():
            _all.pop((id(self._loop), id(self._node)), None)
        else:
            self._bridge.call(self._look)

    def _changed(self) -> None:
        if self._events is not None:
            self._events.taking()
        self._delay = _SOON
        self._look()

    def _look(self) -> None:
        for number, (condition, then) in list(self._waits.items()):
            try:
                holds = condition()
            except RuntimeError:  # something was closed; `then` handles that
                holds = True
            if holds and self._waits.pop(number, None) is not None:
                then()
        if self._waits:
            self._look_later()
        else:
            self._end()

    def _look_later(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(self._delay, self._look)
        self._delay = min(self._delay * 2, self._seldom)

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
