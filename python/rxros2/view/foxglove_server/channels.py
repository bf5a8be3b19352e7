# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A channel for each topic that has publishers.

The topic is subscribed to while a client subscribes to its channel. Its messages are forwarded without being decoded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import foxglove

from ...aio.ros2 import MessageInfo, Sub
from ...graph_checks import endpoints
from ...messages.remote_definitions import is_known
from ...node import EndpointInfo, Node
from ..definitions import Definitions, definition_text
from ..graph import published
from ..taps import VALUES, fitting_depth, is_kept, quality


class Channels:
    """The channels: one for each topic that other nodes publish. Loop's thread."""

    def __init__(self, node: Node, report: Callable[[str], None]) -> None:
        self._node = node
        self._report = report
        self._definitions = Definitions(node)
        self._channels: dict[str, _Channel] = {}  # by topic
        self._asking: dict[str, asyncio.Task[None]] = {}  # by topic
        self._left_out: set[tuple[str, str]] = set()  # topics, with their types, that were reported
        self.context = foxglove.Context()

    def look(self) -> None:
        """Makes channels of the present topics; for unknown types, once a node has described them."""
        offered = published(self._node)
        self._left_out = {(topic, type_) for topic, type_ in self._left_out if topic in offered}
        for topic, channel in [*self._channels.items()]:
            publishers = offered.get(topic)
            if publishers is None or publishers[0].topic_type != channel.type:
                self._channels.pop(topic).close()
            else:
                channel.adapt(is_kept(publishers))
        for topic, publishers in offered.items():
            if topic in self._channels or topic in self._asking:
                continue
            try:
                self._begin(topic, publishers)
            except Exception as error:  # a peer has chosen an invalid name or type; the other topics are shown
                self._leave_out(topic, publishers[0].topic_type, f'{type(error).__name__}: {error}')

    def _begin(self, topic: str, publishers: list[EndpointInfo]) -> None:
        type_ = publishers[0].topic_type
        if is_known(type_):
            self._offer(topic, publishers, '')
            return
        task = self._asking[topic] = asyncio.ensure_future(self._ask(topic, publishers))
        task.add_done_callback(lambda _: self._asking.pop(topic, None))

    async def _ask(self, topic: str, publishers: list[EndpointInfo]) -> None:
        type_ = publishers[0].topic_type
        try:
            hash_ = await self._definitions.ask(topic, type_)
            if endpoints(self._node, topic)[0]:  # else all publishers have disappeared meanwhile
                self._offer(topic, publishers, hash_)
        except Exception as error:
            self._leave_out(topic, type_, f'{type(error).__name__}: {error}')

    def _offer(self, topic: str, publishers: list[EndpointInfo], hash_: str | None) -> None:
        """Makes the channel. `hash_` is that of the definition; None if there is none."""
        type_ = publishers[0].topic_type
        definition = None if hash_ is None else definition_text(type_, hash_)
        if definition is None:
            self._leave_out(topic, type_, f'{type_} is unknown here; source its workspace before')
        else:
            self._channels[topic] = _Channel(self._node, self.context, topic, type_, definition, is_kept(publishers))

    def _leave_out(self, topic: str, type_: str, why: str) -> None:
        if (topic, type_) not in self._left_out:
            self._left_out.add((topic, type_))
            self._report(f'{topic} is not shown in Foxglove: {why}')

    def subscribed(self, channel: int, client: int) -> None:
        """Counts a client of a channel."""
        for existing in self._channels.values():
            if existing.id == channel:
                existing.subscribed(client)

    def unsubscribed(self, channel: int, client: int) -> None:
        """Discounts a client of a channel."""
        for existing in self._channels.values():
            if existing.id == channel:
                existing.unsubscribed(client)

    def close(self) -> None:
        """Closes the channels and their subscriptions."""
        for task in self._asking.values():
            task.cancel()
        for channel in self._channels.values():
            channel.close()
        self._channels.clear()


class _Channel:
    """The channel of a topic, with a subscription while it has clients."""

    def __init__(
        self, node: Node, context: foxglove.Context, topic: str, type_: str, definition: tuple[str, str], kept: bool
    ) -> None:
        """`definition` is its text and encoding; `kept`: all publishers are transient_local."""
        self.type = type_
        self._node, self._topic, self._kept = node, topic, kept
        text, encoding = definition
        schema = foxglove.Schema(name=type_, encoding=encoding, data=text.encode())
        self._channel = foxglove.Channel(topic, message_encoding='cdr', schema=schema, context=context)
        self.id = self._channel.id()
        self._depth = VALUES
        self._clients: set[int] = set()
        self._sub: Sub[Any] | None = None

    def subscribed(self, client: int) -> None:
        """Counts a client. Messages of transient_local publishers reach later clients by a new subscription."""
        self._clients.add(client)
        if self._sub is None or self._kept:
            self._subscribe()

    def unsubscribed(self, client: int) -> None:
        """Discounts a client."""
        self._clients.discard(client)
        if not self._clients:
            self._unsubscribe()

    def adapt(self, kept: bool) -> None:
        """Follows a change of the publishers' durability."""
        if kept != self._kept:
            self._kept = kept
            if self._sub is not None:
                self._subscribe()

    def _subscribe(self) -> None:
        self._unsubscribe()
        qos = quality(self._depth, self._kept)
        self._sub = Sub(self.type, self._topic, qos, self._node, raw=True, info=True, scope=None)
        self._sub.asap_callback.append(self._forward)

    def _unsubscribe(self) -> None:
        if self._sub is not None:
            self._sub.close()
            self._sub = None

    def _forward(self, item: tuple[Any, MessageInfo]) -> None:
        sample, info = item
        data = bytes(sample)
        self._channel.log(data, log_time=info.received_timestamp)
        depth = fitting_depth(self._depth, len(data))
        if depth != self._depth:  # not from within the subscription's callback
            asyncio.get_running_loop().call_soon(self._shorten, depth)

    def _shorten(self, depth: int) -> None:
        if depth < self._depth and self._sub is not None:
            self._depth = depth
            self._subscribe()

    def close(self) -> None:
        """Closes the channel and its subscription."""
        self._unsubscribe()
        self._channel.close()
