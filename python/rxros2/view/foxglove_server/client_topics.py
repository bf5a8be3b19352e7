# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Topics that clients publish, for example the panels for driving and for poses."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from typing import Any

from foxglove.websocket import StatusLevel, WebSocketServer

from ...aio.ros2 import Pub
from ...messages import interface
from ...messages.codec import decode
from ...node import Node
from ...qos import DurabilityPolicy, QoSProfile

MOST_WAITING = 256
"""The most messages of a client that wait for the loop; beyond that its oldest are dropped."""
MOST_BYTES = 64 << 20
"""The most bytes of these messages."""
_AT_ONCE = 64
"""The most messages that are published before the loop does something else."""

_At = tuple[int, int]
"""A client, and the number that it gave its channel."""


class _Waiting:
    """The queue of a client's messages, bounded in number and in bytes: drops the oldest. Thread-safe."""

    def __init__(self) -> None:
        self._items: deque[tuple[_At, bytes]] = deque()
        self._bytes = 0
        self._lock = threading.Lock()  # guards the members above

    def add(self, at: _At, sample: bytes) -> bool:
        """Adds a message. Returns whether none was waiting."""
        with self._lock:
            is_first = not self._items
            self._items.append((at, sample))
            self._bytes += len(sample)
            while len(self._items) > 1 and (len(self._items) > MOST_WAITING or self._bytes > MOST_BYTES):
                self._bytes -= len(self._items.popleft()[1])
            return is_first

    def take(self) -> tuple[_At, bytes] | None:
        """Returns the oldest message and removes it; None if there is none."""
        with self._lock:
            if not self._items:
                return None
            item = self._items.popleft()
            self._bytes -= len(item[1])
            return item


class ClientTopics:
    """A publisher for each channel of a client. Loop's thread, except for message_arrived()."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._publishers: dict[_At, tuple[Pub[Any], Any]] = {}  # with the class of its messages
        self._waiting: dict[int, _Waiting] = {}  # by client
        self._errors: dict[_At, str] = {}  # the error of a channel, or of its last message
        self._reported: dict[_At, str] = {}

    def advertised(self, at: _At, topic: str, type_: str, encoding: str) -> None:
        """Makes the publisher of a channel."""
        package, _, name = type_.partition('/')
        full = type_ if '/msg/' in type_ else f'{package}/msg/{name}'
        try:
            if encoding != 'cdr':
                raise ValueError(f'its messages are in {encoding}; expected cdr')
            cls = interface(full)
            self._publishers[at] = Pub(cls, topic, self._quality(topic), self._node, scope=None), cls
        except (LookupError, ValueError, RuntimeError, TypeError) as error:
            self._errors[at] = f'{topic} of {type_} cannot be published here: {error}'

    def unadvertised(self, at: _At) -> None:
        """Closes the publisher of a channel."""
        self._errors.pop(at, None)
        entry = self._publishers.pop(at, None)
        if entry is not None:
            entry[0].close()
        if all(client != at[0] for client, _ in self._publishers):
            self._waiting.pop(at[0], None)

    def message_arrived(self, at: _At, sample: bytes, loop: asyncio.AbstractEventLoop) -> None:
        """Queues a message. Any thread. A client that sends too fast loses only its own messages."""
        waiting = self._waiting.setdefault(at[0], _Waiting())
        if waiting.add(at, sample):
            loop.call_soon_threadsafe(self._publish, waiting)

    def _publish(self, waiting: _Waiting) -> None:
        """Publishes until none waits; the next message that arrives calls it again."""
        for _ in range(_AT_ONCE):
            item = waiting.take()
            if item is None:
                return
            self._publish_one(*item)
        asyncio.get_running_loop().call_soon(self._publish, waiting)

    def _publish_one(self, at: _At, sample: bytes) -> None:
        entry = self._publishers.get(at)
        if entry is None:
            return
        pub, cls = entry
        try:
            pub.publish(decode(cls, sample))  # decoding checks what a client sends
            self._errors.pop(at, None)
        except (ValueError, RuntimeError) as error:
            self._errors[at] = f'a message for {pub.topic_info.topic} was not published: {error}'

    def _quality(self, topic: str) -> QoSProfile:
        """Returns a QoS profile that matches all present subscriptions."""
        kept = DurabilityPolicy.TRANSIENT_LOCAL
        has_latched = any(
            subscription.qos_profile.durability == kept for subscription in self._node.subscriptions_info(topic)
        )
        return QoSProfile(depth=10, durability=kept if has_latched else DurabilityPolicy.VOLATILE)

    def report(self, server: WebSocketServer) -> None:
        """Reports errors of channels where Foxglove shows problems, until they are resolved."""
        for at, error in self._errors.items():
            if self._reported.get(at) != error:
                server.publish_status(error, StatusLevel.Error, _name(at))
        if resolved := self._reported.keys() - self._errors.keys():
            server.remove_status([_name(at) for at in resolved])
        self._reported = dict(self._errors)

    def close(self) -> None:
        """Closes the publishers."""
        for pub, _ in self._publishers.values():
            pub.close()
        self._publishers.clear()


def _name(at: _At) -> str:
    return f'publishing {at[0]} {at[1]}'
