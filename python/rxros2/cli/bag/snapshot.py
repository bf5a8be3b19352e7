# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Snapshot mode of `bag record`: the latest messages wait in memory, and a service writes them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from ..._core import Server
from ...messages import interface
from ...messages.codec import announced, encode
from ..graph import CommandNode

NODE_NAME = 'rosbag2_recorder'
"""The name of the recording node in snapshot mode, unless --node-name sets it."""

_Message = tuple[Any, int, int]

_BYTES_OF_A_MESSAGE = 128
"""Bytes of the cache for which it holds one message, because a message takes memory besides its data."""
_LEAST_MESSAGES = 1000
"""Messages that each cache holds, if their data has room."""


class SnapshotCache:
    """A queue of messages that is bounded in bytes and in number, and drops the oldest ones. Not thread-safe."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._most_messages = max(_LEAST_MESSAGES, most_bytes // _BYTES_OF_A_MESSAGE)
        self._messages: deque[tuple[str, _Message]] = deque()
        self._bytes = 0

    def add(self, topic: str, messages: list[_Message]) -> None:
        """Adds messages. Drops the oldest ones, and those that are larger than the cache."""
        for message in messages:
            self._messages.append((topic, message))
            self._bytes += _size(message)
            while self._bytes > self._most_bytes or len(self._messages) > self._most_messages:
                self._bytes -= _size(self._messages.popleft()[1])

    def take(self) -> Iterator[tuple[str, list[_Message]]]:
        """Yields the messages in their order, those of one topic that follow each other at once; empties the cache."""
        taken, self._messages, self._bytes = self._messages, deque(), 0
        for topic, messages in groupby(taken, key=lambda entry: entry[0]):
            yield topic, [message for _, message in messages]


def _size(message: _Message) -> int:
    return memoryview(message[0]).nbytes


def serve_snapshots(node: CommandNode, write: Callable[[], int]) -> None:
    """Creates the service ~/snapshot, which calls `write` and answers that this was successful."""
    type_ = interface('rosbag2_interfaces/srv/Snapshot')
    response = encode(type_.Response(success=True))

    def drain(server: Server) -> None:
        for request, _ in server.take():
            count = write()
            server.respond(request, response)
            print(f'snapshot: {count} messages', flush=True)

    service = f'{node.ros_node.name}/snapshot'
    node.server(service, announced(type_), drain)
    print(f'{service} writes the latest messages', flush=True)
