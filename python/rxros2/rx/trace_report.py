# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Reporter: publishes the counts of traced stages for rxros2 view, as trace_reporter.hpp does in C++."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..aio.core.background import background_loop
from ..aio.core.loop_bridge import bridge_of
from ..aio.ros2.events import Kind
from ..backing.own import OwnNode
from ..node import Node, open_nodes
from ..qos import QoSProfile
from ..qos_events import OfPublisher, event_of

TOPIC = '/_rxros2/streams'
PERIOD = 0.2
"""Seconds between two reports, while there is a listener."""
MOST_MARBLES = 1000
"""The most marbles that wait for a report."""
_QOS = QoSProfile(depth=100)

Marble = tuple[str, int, str, str]
"""The stage, the time (time.perf_counter_ns()), the event ('s'ubscribed, 'n'ext, 'e'rror, 'c'ompleted), its text."""


class Reporter:
    """The publisher of a hidden node, in the loop that streams without one share.

    It sleeps while there is no listener.
    """

    def __init__(
        self, share: Node, stages: Callable[[], list[dict[str, Any]]], listening_changed: Callable[[bool], object]
    ) -> None:
        """`share` is a node whose connection it uses; `stages` returns the reports of all stages.

        `listening_changed` is called when the first listener appears and when the last one disappears. Both run in the
        loop's thread.
        """
        self._share = share
        self._stages = stages
        self._listening_changed = listening_changed
        self._lock = threading.Lock()  # guards the marbles, _left_out and `listening`
        self._marbles: list[Marble] = []
        self._left_out = 0
        self._publisher: Any = None
        self._next: asyncio.TimerHandle | None = None
        self.listening = False
        """True while there is a listener."""
        self._loop = background_loop()
        self._loop.call_soon_threadsafe(self._begin)

    def keep(self, marble: Marble) -> None:
        """Keeps a marble for the next report, if there will be one. Any thread."""
        with self._lock:
            if self.listening and len(self._marbles) < MOST_MARBLES:
                self._marbles.append(marble)
            else:
                self._left_out += 1

    def _begin(self) -> None:
        try:
            node = Node(f'_rxros2_trace_{os.getpid()}', share=self._share, args=[])
            backing = OwnNode(node)
            self._type = backing.interface('rcl_interfaces', 'msg', 'Log')
            self._publisher = backing.publisher(TOPIC, self._type, _QOS, [OfPublisher.MATCHED])
        except Exception as error:
            self._share.logger.warning(f'rxros2 view will not see streams: {error}')
            return
        self._codec = backing.codec(self._type)
        self._node = node
        node._entities.add(self)  # the node closes it when Python ends
        bridge_of(self._loop).add(Kind(self._publisher, OfPublisher.MATCHED), self._matched)

    def _matched(self) -> None:
        status = self._publisher.take_event(OfPublisher.MATCHED)
        if status is None:
            return
        with self._lock:
            self.listening = event_of(OfPublisher.MATCHED, status).current > 0
            self._marbles, self._left_out = [], 0
        self._listening_changed(self.listening)
        if self._next is not None:
            self._next.cancel()
        self._next = self._loop.call_later(PERIOD, self._report) if self.listening else None

    def _report(self) -> None:
        self._next = self._loop.call_later(PERIOD, self._report)
        stages = self._stages()
        with self._lock:
            marbles, self._marbles = self._marbles, []
            left_out, self._left_out = self._left_out, 0
        now, counter = time.time(), time.perf_counter_ns()
        report = {
            'process': os.path.basename(sys.argv[0]) or 'python',
            'host': socket.gethostname(),
            'pid': os.getpid(),
            'language': 'Python',
            'time': now,
            'stages': stages,
            'events': [[stage, now - (counter - at) / 1e9, kind, text] for stage, at, kind, text in marbles],
            'left_out': left_out,
        }
        with suppress(RuntimeError):  # the node was closed
            self._publisher.publish(self._codec, self._type(name=self._node.name, msg=json.dumps(report)))

    def close(self) -> None:
        """Closes the publisher, with the node. Any thread."""
        self._publisher.close()


def make_reporter(
    stages: Callable[[], list[dict[str, Any]]], listening_changed: Callable[[bool], object]
) -> Reporter | None:
    """Returns a reporter; None while the process has no node of its own."""
    for node in open_nodes():
        return Reporter(node, stages, listening_changed)
    return None
