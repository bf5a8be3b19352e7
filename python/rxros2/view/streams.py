# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The traced streams of all processes, as they publish them while a page shows them (rxros2.rx.trace, trace.hpp)."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from ..aio.ros2 import Sub
from ..messages import interface
from ..node import Node
from ..qos import QoSProfile

if TYPE_CHECKING:
    from .browser import Browser

TOPIC = '/_rxros2/streams'
MOST_REPORTS = 50
_QOS = QoSProfile(depth=100)


class Streams:
    """Listens while a page shows them: processes trace single items only while somebody listens."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._listening: tuple[Sub[Any], asyncio.Task[None]] | None = None
        self._browsers: list[Browser] = []

    def show(self, browser: Browser, on: bool) -> None:
        if on and browser not in self._browsers:
            self._browsers.append(browser)
        elif not on and browser in self._browsers:
            self._browsers.remove(browser)
        if self._browsers and self._listening is None:
            sub: Sub[Any] = Sub(interface('std_msgs/msg/String'), TOPIC, _QOS, self._node, scope=None)
            self._listening = sub, asyncio.ensure_future(self._listen(sub))
        elif not self._browsers:
            self.close()

    async def _listen(self, sub: Sub[Any]) -> None:
        async for message in sub.listen_reliable():
            try:
                report = json.loads(message.data)
            except ValueError:  # of another version
                continue
            for browser in self._browsers:
                browser.outbox.add('streams', [report], MOST_REPORTS, op='streams')

    def close(self) -> None:
        if self._listening is not None:
            sub, task = self._listening
            task.cancel()
            sub.close()
            self._listening = None
