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
"""Of a line's text; those of its names are a tenth."""
_QOS = QoSProfile(depth=MOST_LINES)
_LEVELS = {10: 'debug', 20: 'info', 30: 'warning', 40: 'error', 50: 'fatal'}


class Log:
    """The last lines; listens from when the first page wants them."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._lines: deque[dict[str, Any]] = deque(maxlen=MOST_LINES)
        self._listening: tuple[Sub[Any], asyncio.Task[None]] | None = None
        self._browsers: list[Browser] = []

    def show(self, browser: Browser, on: bool) -> None:
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
            told = {
                'time': line.stamp.sec + line.stamp.nanosec / 1e9,
                'level': _LEVELS.get(line.level, 'info'),
                'node': line.name[: MOST_CHARACTERS // 10],
                'text': _cut(line.msg),
                'place': f'{line.file[: MOST_CHARACTERS // 10]}:{line.line}' if line.file else '',
            }
            self._lines.append(told)
            for browser in self._browsers:
                browser.outbox.add('log', [told], MOST_LINES, op='log')

    def close(self) -> None:
        if self._listening is not None:
            sub, task = self._listening
            task.cancel()
            sub.close()
            self._listening = None


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f'{text[:MOST_CHARACTERS]}… ({len(text)} characters)'
