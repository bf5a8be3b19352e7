# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The streams of all nodes that have ended by an error, from /diagnostics."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from ..aio.ros2 import Sub
from ..graph_checks import Finding
from ..messages import interface
from ..node import Node
from ..qos import QoSProfile
from ..stream_diagnostics import TOPIC, TYPE, dead_streams

_LATE = 3.0
"""Seconds after which a stream that is no longer published has gone with its node."""


class DeadStreams:
    """The findings about streams that have ended. It subscribes once a node publishes diagnostics."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._listening: tuple[Sub[Any], asyncio.Task[None]] | None = None
        self._seen: dict[tuple[str, Finding], float] = {}

    def look(self) -> tuple[tuple[str, Finding], ...]:
        """Returns the findings of now, each with the name of its node."""
        if self._listening is None and self._node.count_publishers(TOPIC):
            sub: Sub[Any] = Sub(interface(TYPE), TOPIC, QoSProfile(depth=100), self._node, scope=None)
            self._listening = sub, asyncio.ensure_future(self._listen(sub))
        late = time.monotonic() - _LATE
        self._seen = {entry: at for entry, at in self._seen.items() if at > late}
        return tuple(self._seen)

    async def _listen(self, sub: Sub[Any]) -> None:
        async for array in sub.listen_reliable(queue_size=100):
            now = time.monotonic()
            self._seen.update(dict.fromkeys(dead_streams(array), now))

    def close(self) -> None:
        """Closes the subscription."""
        if self._listening is not None:
            sub, task = self._listening
            task.cancel()
            sub.close()
            self._listening = None
