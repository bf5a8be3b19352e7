# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""QoSEvents: the QoS events of subs and publishers, as a sub."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from ... import _core
from ...qos_events import QoSEvent, event_of
from ..core import BaseSub
from ..core.loop_bridge import LoopBridge, bridge_of


class QoSEvents(BaseSub[QoSEvent]):
    """Emits the QoS events of the subs and publishers that are made with it.

        events = ros2.QoSEvents()
        scans = ros2.Sub(LaserScan, '/scan', ros2.QoSProfile(deadline=0.1), events=events)
        async for event in events.listen_reliable():  # or events.asap_callback.append(function)
            if event.what == 'deadline_missed': …

    Events arrive in the loop of the sub or publisher. Deadlines are watched if the QoS profile has one.
    """


class Watch:
    """Watches, in a loop, the events of the kinds with which a publisher or subscription was made."""

    def __init__(self, endpoint: Any, kinds: Iterable[Any], notify: Callable[[Any, QoSEvent], None]) -> None:
        self._endpoint = endpoint
        self._kinds = list(kinds)
        self._notify = notify
        self._bridge: LoopBridge | None = None
        self._keys: list[int] = []

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins to watch. Call it in the loop's thread; a second call does nothing."""
        if self._bridge is None:
            self._bridge = bridge = bridge_of(loop)
            self._keys = [bridge.add(Kind(self._endpoint, kind), partial(self._take, kind)) for kind in self._kinds]

    def _take(self, kind: Any) -> None:
        status = self._endpoint.take_event(kind)
        if status is not None:
            self._notify(kind, event_of(kind, status))

    def close(self) -> None:
        """Stops watching. Any thread; close the endpoint first. A second call does nothing."""
        bridge, self._bridge = self._bridge, None
        if bridge is not None:
            for key in self._keys:
                bridge.remove(key)


class Kind:
    """The events of one kind, as a source of a loop."""

    def __init__(self, endpoint: Any, kind: int) -> None:
        self._endpoint = endpoint
        self._kind = kind

    def listen(self, notifier: _core.Notifier, key: int) -> None:
        """Makes the notifier ready with this key when an event occurs."""
        self._endpoint.listen_event(self._kind, notifier, key)

    def close(self) -> None:
        """Stops notifications."""
        self._endpoint.listen_event(self._kind, None, 0)
