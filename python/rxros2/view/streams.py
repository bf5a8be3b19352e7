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
MOST_CHARACTERS = 1 << 20
"""Of a report."""
MOST_STAGES = 1000
"""Of a process."""
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

_NUMBER = (int, float)
_GREATEST = 1e300
_STAGE: dict[str, Any] = {
    **dict.fromkeys(('name', 'place'), str),
    **dict.fromkeys(('subscriptions', 'in', 'out', 'errors', 'completed', 'mean', 'longest'), _NUMBER),
    'feeds': list,
}
_EVENT = (str, _NUMBER, str, str)


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
    """None if it is none, one of another version, or one that no page could show."""
    if len(text) > MOST_CHARACTERS:
        return None
    try:
        report = json.loads(text, parse_constant=_refuse)
    except (RecursionError, ValueError):
        return None
    if not _fits(report, _FIELDS):
        return None
    stages, events = report['stages'], report['events']
    if len(stages) > MOST_STAGES or not all(_is_stage(each) for each in stages):
        return None
    return report if all(_is_event(each) for each in events) else None


def _refuse(constant: str) -> None:
    raise ValueError(f'{constant} is no JSON')


def _fits(value: Any, fields: dict[str, Any]) -> bool:
    return isinstance(value, dict) and all(_is(value.get(name), kind) for name, kind in fields.items())


def _is(value: Any, kind: Any) -> bool:
    """Numbers are such as the page can have: finite, also those that JSON writes as long integers."""
    return isinstance(value, kind) and (not isinstance(value, _NUMBER) or abs(value) < _GREATEST)


def _is_stage(value: Any) -> bool:
    return _fits(value, _STAGE) and all(isinstance(name, str) for name in value['feeds'])


def _is_event(value: Any) -> bool:
    return isinstance(value, list) and len(value) == len(_EVENT) and all(map(_is, value, _EVENT))
