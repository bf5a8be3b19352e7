# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The traced streams of all processes, as their reports describe them, received while a page shows them.

A report is a rcl_interfaces/msg/Log on /_rxros2/streams; its `msg` is JSON::

    {process, host, pid, language, time, stages: […], events: […], left_out}
    stage: {name, place, subscriptions, in, out, errors, completed, mean, longest, feeds: [name, …]}
    event: [stage, time, 's' | 'n' | 'e' | 'c', text]        (subscribed, next, error, completed)

Times are seconds since 1970, `mean` and `longest` nanoseconds; `left_out` is the number of events without room. At most
30 items a second of a stage are events; `out` counts all. rxros2/src/tracing/trace_report.cpp and rx/trace_report.py
send them.
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
"""The most characters of a report."""
MOST_STAGES = 1000
"""The most stages of a process."""
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
    """Subscribes while a page shows the streams, because processes report single items only to listeners."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._listening: tuple[Sub[Any], asyncio.Task[None]] | None = None
        self._browsers: list[Browser] = []

    def show(self, browser: Browser, on: bool) -> None:
        """Starts or stops sending reports to a page."""
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
        """Closes the subscription."""
        if self._listening is not None:
            sub, task = self._listening
            task.cancel()
            sub.close()
            self._listening = None


def report_of(text: str) -> dict[str, Any] | None:
    """Returns the report of a text; None if it is invalid or of another version."""
    if len(text) > MOST_CHARACTERS:
        return None
    try:
        report = json.loads(text, parse_constant=_refuse)
    except (RecursionError, ValueError):
        return None
    if not _fits(report, _FIELDS):
        return None
    stages, events = report['stages'], report['events']
    if len(stages) > MOST_STAGES or not all(_is_stage(entry) for entry in stages):
        return None
    return report if all(_is_event(entry) for entry in events) else None


def _refuse(constant: str) -> None:
    raise ValueError(f'{constant} is not valid JSON')


def _fits(value: Any, fields: dict[str, Any]) -> bool:
    return isinstance(value, dict) and all(_is(value.get(name), kind) for name, kind in fields.items())


def _is(value: Any, kind: Any) -> bool:
    """Checks a value. Numbers have to be finite in the page, also those that JSON writes as long integers."""
    return isinstance(value, kind) and (not isinstance(value, _NUMBER) or abs(value) < _GREATEST)


def _is_stage(value: Any) -> bool:
    return _fits(value, _STAGE) and all(isinstance(name, str) for name in value['feeds'])


def _is_event(value: Any) -> bool:
    return isinstance(value, list) and len(value) == len(_EVENT) and all(map(_is, value, _EVENT))
