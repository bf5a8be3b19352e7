# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions that are unknown on this machine, fetched from nodes through their service get_type_description."""

from __future__ import annotations

import itertools
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from .._core import Client
from ..messages import interface
from ..messages.codec import announced, codec_of
from ..messages.remote_definitions import class_of, is_kept, is_known, keep
from ..type_sources import PATIENCE, SERVICE_TYPE, TypeSources, type_sources
from .definitions import definition
from .frame import CommandError
from .graph import CommandNode

_MOST_PATIENCE = 2 * PATIENCE
"""Seconds after which a request for a definition fails, even if its nodes still respond."""
_MOST_SENT = 4
"""Most requests that wait for a response of one node."""


def class_of_topic(node: CommandNode, topic: str) -> Any:
    """Returns the class of a topic's messages, and announces its type hash for endpoints that are created later.

    CommandError if the topic or its definition is unknown.
    """
    name = node.topic_type(topic)
    hash_ = fetch(node, topic, name)
    cls = definition(name, 'msg') if not hash_ else class_of(name, hash_)
    announced(cls)
    return cls


def fetch(node: CommandNode, topic: str, type_: str) -> str | None:
    """Fetches the definition of a topic's type unless it is known on this machine.

    Returns the hash that remote_definitions.class_of() needs, '' for a type known here, None if no node has it.
    """
    if is_known(type_):
        return ''
    # Discovery finds nodes a little later than their topics.
    node.find(lambda: type_sources(node.ros_node, topic, type_).services)
    requests = TypeRequests(node)
    request = requests.ask(topic, type_)

    def is_done() -> bool:
        requests.poll()
        return not request.is_open

    node.wait(_MOST_PATIENCE, is_done, every=0.02)
    requests.close()
    return request.hash if is_kept(type_, request.hash) else None


@dataclass(eq=False)
class TypeRequest:
    """A request for the definition of a type."""

    type: str
    hash: str
    until: float
    """Deadline, by the clock time.monotonic()."""
    unanswered: set[str] = field(default_factory=set)
    """Services that have not responded yet."""
    has_sources: bool = False
    """At least one node offered the definition."""

    @property
    def is_open(self) -> bool:
        """A response may still bring the definition."""
        return bool(self.unanswered) and not is_kept(self.type, self.hash)


class TypeRequests:
    """Requests definitions from many nodes in parallel, without waiting. A silent node gets no new request."""

    def __init__(self, node: CommandNode) -> None:
        self._node = node
        self._nodes: dict[str, _NodeClient] = {}
        self._open: list[TypeRequest] = []
        self._silent: set[str] = set()

    def ask(self, topic: str, type_: str) -> TypeRequest:
        """Queues a request to the nodes of a topic; poll() sends it. ValueError for a name that ROS 2 forbids."""
        sources = TypeSources() if is_known(type_) else type_sources(self._node.ros_node, topic, type_)
        self._silent &= self._node.ros_node.services().keys()  # a node that has returned gets requests again
        request = TypeRequest(type_, sources.hash, time.monotonic() + _MOST_PATIENCE)
        request.has_sources = bool(sources.services)
        if is_kept(type_, sources.hash):
            return request
        for service in sources.services:
            if service not in self._silent:
                self._ask(request, service)
        if request.is_open:
            self._open.append(request)
        return request

    def _ask(self, request: TypeRequest, service: str) -> None:
        try:
            if service not in self._nodes:
                self._nodes[service] = _NodeClient(self._node, service)
        except CommandError:  # a peer may use a name that ROS 2 forbids
            return
        self._nodes[service].waiting.append(request)
        request.unanswered.add(service)

    def poll(self) -> None:
        """Sends queued requests and drops those past their deadline. wait() of the node handles the responses."""
        now = time.monotonic()
        for service, node in [*self._nodes.items()]:
            node.send(now)
            if node.is_idle or node.is_silent(now):
                if not node.is_idle:
                    self._silent.add(service)
                self._nodes.pop(service).close()
        for request in self._open:
            if now > request.until:
                request.unanswered.clear()
        self._open = [request for request in self._open if request.is_open]

    def close(self) -> None:
        """Closes all clients."""
        for node_client in self._nodes.values():
            node_client.close()
        self._nodes.clear()


class _NodeClient:
    """Requests definitions from one node, a few at a time because its queue is short."""

    def __init__(self, node: CommandNode, service: str) -> None:
        self._node = node
        self._service = service
        self._cls = interface(SERVICE_TYPE)
        self._tokens = itertools.count()
        self._sent: dict[int, TypeRequest] = {}
        self._since = time.monotonic()  # time of the first request or of the last response
        self.waiting: deque[TypeRequest] = deque()
        self._client = node.client(service, announced(self._cls), self._drain)

    @property
    def is_idle(self) -> bool:
        return not self.waiting and not self._sent

    def is_silent(self, now: float) -> bool:
        return now - self._since > PATIENCE

    def send(self, now: float) -> None:
        if not self._client.is_ready():
            return
        while self.waiting and len(self._sent) < _MOST_SENT:
            request = self.waiting.popleft()
            if not request.is_open:
                continue
            if not self._sent:
                self._since = now
            message = self._cls.Request(type_name=request.type, type_hash=request.hash, include_type_sources=False)
            token = next(self._tokens)
            self._sent[token] = request
            self._client.send(codec_of(self._cls.Request).encode(message), token)

    def _drain(self, client: Client) -> None:
        for token, sample in client.take():
            request = self._sent.pop(token, None)
            self._since = time.monotonic()
            if request is None:
                continue
            request.unanswered.discard(self._service)
            if is_kept(request.type, request.hash):
                continue
            try:
                keep(codec_of(self._cls.Response).decode(sample), request.type, request.hash)
            except ValueError as error:
                print(f'warning: {self._service}: {error}', file=sys.stderr)
        self.send(self._since)

    def close(self) -> None:
        for request in [*self._sent.values(), *self.waiting]:
            request.unanswered.discard(self._service)
        self._node.discard(self._client)
