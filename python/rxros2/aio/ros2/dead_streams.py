# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""DeadStreams: publishes the streams of a node that ended by an error to /diagnostics."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from ...backing import Backing
from ...node import Node
from ...qos import QoSProfile
from ...stream_errors import StreamError
from ..core.timer import Timer, make_timer

_PERIOD = 1_000_000_000
_MOST = 100
"""The most streams that are published; a program that makes streams without end must not fill the network."""


class DeadStreams:
    """The streams of a node that ended by an error which nothing handled.

    From the first one on, the node publishes all of them once a second: diagnostic_msgs/msg/DiagnosticArray. A node
    without such a stream has neither the publisher nor the timer. Belongs to the thread of the loop that runs add().
    """

    def __init__(self, node: Node, backing: Backing) -> None:
        self._node = node
        self._backing = backing
        self._failures: dict[tuple[str, str, str], StreamError] = {}
        self._publisher: Any = None
        self._timer: Timer | None = None
        self._closed = False

    def add(self, failure: StreamError) -> None:
        """Adds a stream. The first one begins the publishing."""
        if len(self._failures) < _MOST:
            self._failures[failure.stream, failure.stage, failure.place] = failure
        if self._timer is None and not self._closed:
            self._begin()
        self._publish()

    def _begin(self) -> None:
        backing = self._backing
        self._timer = make_timer(asyncio.get_running_loop(), self._due)
        self._timer.arm(_PERIOD)
        with suppress(ImportError):  # an installed ROS 2 without diagnostic_msgs
            self._type = backing.interface('diagnostic_msgs', 'msg', 'DiagnosticArray')
            self._status = backing.interface('diagnostic_msgs', 'msg', 'DiagnosticStatus')
            self._value = backing.interface('diagnostic_msgs', 'msg', 'KeyValue')
            self._codec = backing.codec(self._type)
            self._publisher = backing.publisher('/diagnostics', self._type, QoSProfile(depth=10), [])

    def _due(self) -> None:
        self._publish()
        if self._timer is not None:
            self._timer.arm(_PERIOD)

    def _publish(self) -> None:
        if self._publisher is None:
            return
        array = self._type()
        array.header.stamp.sec, array.header.stamp.nanosec = divmod(self._node.now(), 1_000_000_000)
        array.status = [self._status_of(failure) for failure in self._failures.values()]
        self._publisher.publish(self._codec, array)

    def _status_of(self, failure: StreamError) -> Any:
        values = (('topic', failure.stream), ('stage', failure.stage), ('place', failure.place))
        return self._status(
            level=b'\x02',
            name=f'{self._node.name}: {failure.stream}',
            message=failure.error,
            values=[self._value(key=key, value=value) for key, value in values],
        )

    def close(self) -> None:
        """Closes the publisher and the timer."""
        self._closed = True
        publisher, self._publisher = self._publisher, None
        timer, self._timer = self._timer, None
        if publisher is not None:
            publisher.close()
        if timer is not None:
            timer.close()

    node_ended = close
