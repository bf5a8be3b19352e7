# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The traced streams of all processes, as they report them while a page shows them.

A report is a rcl_interfaces/msg/Log on /_rxros2/streams; its `msg` is JSON::

    {process, host, pid, language, time, stages: […], events: […], left_out}
    stage: {name, place, subscriptions, in, out, errors, completed, mean, longest, feeds: [name, …]}
    event: [stage, time, 's' | 'n' | 'e' | 'c', text]        (subscribed, next, error, completed)

Times are seconds since 1970, `mean` and `longest` nanoseconds; `left_out` events had no room. Of a stage at most 30
items a second are events; `out` counts all. Made by rxros2/src/trace.cpp and rxros2/rx/trace_report.py.
"""

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
_FIELDS: dict[str, Any] = {
    'process': str,
    'host': str,
    'pid': int,
    'language': str,
    'time': (int, float),
    'stages': list,
    'events': list,
    'left_out': int,
}


class Streams:
    """Listens while a page shows them: processes keep single items only while somebody listens."""

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
            sub: Sub[Any] = Sub(interface('rcl_interfaces/msg/Log'), TOPIC, _QOS, self._node, scope=None)
            self._listening = sub, asyncio.ensure_future(self._listen(sub))
        elif not self._browsers:
            self.close()

    async def _listen(self, sub: Sub[Any]) -> None:
        async for message in sub.listen_reliable():
            report = report_of(message.msg)
            if report is not None:
                for browser in self._browsers:
                    browser.outbox.add('streams', [report], MOST_REPORTS, op='streams')

    def close(self) -> None:
        if self._listening is not None:
            sub, task = self._listening
            task.cancel()
            sub.close()
            self._listening = None


def report_of(text: str) -> dict[str, Any] | None:
    """None if it is none, or one of another version."""
    try:
        report = json.loads(text)
    except ValueError:
        return None
    if not isinstance(report, dict):
        return None
    return report if all(isinstance(report.get(name), kind) for name, kind in _FIELDS.items()) else None
