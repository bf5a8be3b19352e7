# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""GraphWaits: waits for what the graph of a node decides, such as a server, without asking again and again."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable

from ...backing import Backing, GraphEvents
from ..core.loop_bridge import bridge_of

_SOON = 0.01
_SELDOM = 1.0
"""Seconds until the next look: soon after a change of the graph, as an endpoint may be matched a little later than it
is announced, then more and more seldom."""
_SELDOM_UNTOLD = 0.1
"""The same where nothing tells of changes: for a node of rclpy, and in a replay."""


class GraphWaits:
    """The waits of one loop for the graph of one node. In the loop's thread."""

    def __init__(self, backing: Backing, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._node = backing.programs
        self._bridge = bridge_of(loop)
        self._waits: dict[int, tuple[Callable[[], bool], Callable[[], None]]] = {}
        self._numbers = itertools.count()
        self._delay = _SOON
        self._timer: asyncio.TimerHandle | None = None
        self._events: GraphEvents | None = backing.graph_events()
        self._seldom = _SELDOM if self._events is not None else _SELDOM_UNTOLD
        self._key = self._bridge.add(self._events, self._changed) if self._events is not None else 0
        backing.closables.add(self)

    @classmethod
    def of(cls, backing: Backing) -> GraphWaits:
        """Those of the running loop; they live as long as something waits."""
        loop = asyncio.get_running_loop()
        key = (id(loop), id(backing.programs))
        found = _all.get(key)
        if found is None or found._loop is not loop or found._node is not backing.programs:
            found = _all[key] = cls(backing, loop)
        return found

    def add(self, condition: Callable[[], bool], then: Callable[[], None]) -> Callable[[], None]:
        """Calls `then` once `condition` holds, or raises since something was closed. Returns how to give that up."""
        number = next(self._numbers)
        self._waits[number] = condition, then
        self._delay = _SOON
        self._look_later()

        def give_up() -> None:
            if self._waits.pop(number, None) is not None and not self._waits:
                self._end()

        return give_up

    def close(self) -> None:
        """The node is being closed: every condition is looked at once more. Any thread."""
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
            except RuntimeError:  # it is closed: `then` finds out
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
        """Nothing waits."""
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
