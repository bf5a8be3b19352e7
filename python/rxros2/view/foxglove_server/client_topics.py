# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What clients publish, as the panels for driving and for poses do."""

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
"""Messages of a client that wait for the loop; beyond, its oldest are dropped."""
MOST_BYTES = 64 << 20
"""Bytes of these messages."""
_AT_ONCE = 64
"""Messages that are published before the loop turns to something else."""

_At = tuple[int, int]
"""A client, and the number that it gave its channel."""


class _Waiting:
    """Messages of a client, bounded in number and in bytes: the oldest are dropped. Any thread."""

    def __init__(self) -> None:
        self._items: deque[tuple[_At, bytes]] = deque()
        self._bytes = 0
        self._lock = threading.Lock()

    def add(self, at: _At, sample: bytes) -> bool:
        """Returns whether none waited before."""
        with self._lock:
            is_first = not self._items
            self._items.append((at, sample))
            self._bytes += len(sample)
            while len(self._items) > 1 and (len(self._items) > MOST_WAITING or self._bytes > MOST_BYTES):
                self._bytes -= len(self._items.popleft()[1])
            return is_first

    def take(self) -> tuple[_At, bytes] | None:
        with self._lock:
            if not self._items:
                return None
            item = self._items.popleft()
            self._bytes -= len(item[1])
            return item


class ClientTopics:
    """A publisher for each channel of a client. Loop's thread, but for came()."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._publishers: dict[_At, tuple[Pub[Any], Any]] = {}  # with the messages' class
        self._waiting: dict[int, _Waiting] = {}  # by client
        self._wrong: dict[_At, str] = {}  # what is wrong with a channel, or with its last message
        self._told: dict[_At, str] = {}

    def advertised(self, at: _At, topic: str, type_: str, encoding: str) -> None:
        package, _, name = type_.partition('/')
        full = type_ if '/msg/' in type_ else f'{package}/msg/{name}'
        try:
            if encoding != 'cdr':
                raise ValueError(f'its messages are in {encoding}; expected cdr')
            cls = interface(full)
            self._publishers[at] = Pub(cls, topic, self._quality(topic), self._node, scope=None), cls
        except (LookupError, ValueError, RuntimeError, TypeError) as error:
            self._wrong[at] = f'{topic} of {type_} cannot be published here: {error}'

    def unadvertised(self, at: _At) -> None:
        self._wrong.pop(at, None)
        found = self._publishers.pop(at, None)
        if found is not None:
            found[0].close()
        if all(client != at[0] for client, _ in self._publishers):
            self._waiting.pop(at[0], None)

    def came(self, at: _At, sample: bytes, loop: asyncio.AbstractEventLoop) -> None:
        """Any thread. A client that sends faster than the loop takes loses its own messages, and no one else's."""
        waiting = self._waiting.setdefault(at[0], _Waiting())
        if waiting.add(at, sample):
            loop.call_soon_threadsafe(self._publish, waiting)

    def _publish(self, waiting: _Waiting) -> None:
        """Until none waits: then the next that comes has this called again."""
        for _ in range(_AT_ONCE):
            item = waiting.take()
            if item is None:
                return
            self._publish_one(*item)
        asyncio.get_running_loop().call_soon(self._publish, waiting)

    def _publish_one(self, at: _At, sample: bytes) -> None:
        found = self._publishers.get(at)
        if found is None:
            return
        pub, cls = found
        try:
            pub.publish(decode(cls, sample))  # what strangers send is not passed on unseen
            self._wrong.pop(at, None)
        except (ValueError, RuntimeError) as error:
            self._wrong[at] = f'a message for {pub.topic_info.topic} was not published: {error}'

    def _quality(self, topic: str) -> QoSProfile:
        """What all subscriptions take that there are."""
        kept = DurabilityPolicy.TRANSIENT_LOCAL
        asked = any(each.qos_profile.durability == kept for each in self._node.subscriptions_info(topic))
        return QoSProfile(depth=10, durability=kept if asked else DurabilityPolicy.VOLATILE)

    def tell(self, server: WebSocketServer) -> None:
        """What is wrong, where Foxglove shows problems, until it is right again."""
        for at, why in self._wrong.items():
            if self._told.get(at) != why:
                server.publish_status(why, StatusLevel.Error, _name(at))
        if right := self._told.keys() - self._wrong.keys():
            server.remove_status([_name(at) for at in right])
        self._told = dict(self._wrong)

    def close(self) -> None:
        for pub, _ in self._publishers.values():
            pub.close()
        self._publishers.clear()


def _name(at: _At) -> str:
    return f'publishing {at[0]} {at[1]}'
