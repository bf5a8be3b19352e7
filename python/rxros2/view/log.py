# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The log lines of all nodes, from /rosout, while a page shows them."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from ..aio.ros2 import Sub
from ..messages import interface
from ..node import Node
from ..qos import QoSProfile

if TYPE_CHECKING:
    from .browser import Browser

MOST_LINES = 1000
MOST_CHARACTERS = 10_000
"""The most characters of a line's text; the limit for its names is a tenth."""
_QOS = QoSProfile(depth=MOST_LINES)
_LEVELS = {10: 'debug', 20: 'info', 30: 'warning', 40: 'error', 50: 'fatal'}


class Log:
    """The last log lines. It subscribes when the first page shows them."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._lines: deque[dict[str, Any]] = deque(maxlen=MOST_LINES)
        self._listening: tuple[Sub[Any], asyncio.Task[None]] | None = None
        self._browsers: list[Browser] = []

    def show(self, browser: Browser, on: bool) -> None:
        """Starts or stops sending lines to a page."""
        if not on:
            if browser in self._browsers:
                self._browsers.remove(browser)
            return
        if browser not in self._browsers:
            self._browsers.append(browser)
            browser.outbox.add('log', [*self._lines], MOST_LINES, op='log')
        if self._listening is None:
            sub: Sub[Any] = Sub(interface('rcl_interfaces/msg/Log'), '/rosout', _QOS, self._node, scope=None)
            self._listening = sub, asyncio.ensure_future(self._listen(sub))

    async def _listen(self, sub: Sub[Any]) -> None:
        async for line in sub.listen_reliable():
            entry = {
                'time': line.stamp.sec + line.stamp.nanosec / 1e9,
                'level': _LEVELS.get(line.level, 'info'),
                'node': line.name[: MOST_CHARACTERS // 10],
                'text': _cut(line.msg),
                'place': f'{line.file[: MOST_CHARACTERS // 10]}:{line.line}' if line.file else '',
            }
            self._lines.append(entry)
            for browser in self._browsers:
                browser.outbox.add('log', [entry], MOST_LINES, op='log')

    def close(self) -> None:
        """Closes the subscription."""
        if self._listening is not None:
            sub, task = self._listening
            task.cancel()
            sub.close()
            self._listening = None


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f'{text[:MOST_CHARACTERS]}… ({len(text)} characters)'
