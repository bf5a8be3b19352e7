# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The topics of a running system in Foxglove's WebSocket protocol, by Foxglove's own library.

A topic that somebody publishes is a channel. It is subscribed to while a client subscribes to its channel, and its
messages go on as they came, without being decoded. The protocol has no token, and any page that is open in a browser
of this machine can connect: so clients are shown topics, and can change nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import foxglove
from foxglove._foxglove_py import disable_logging, shutdown
from foxglove.websocket import ChannelView, Client, ServerListener

from ..aio.ros2 import MessageInfo, Sub
from ..messages.told import is_known
from ..node import EndpointInfo, Node
from .definitions import ask, written
from .graph import published
from .server import CannotServe
from .taps import VALUES, is_kept, quality

MOST_WAITING = 256
"""Messages that wait for a client; beyond, its oldest are dropped."""
_LOOK = 0.5
"""Seconds from one look at the graph to the next, if it changed."""
_FAREWELL = 2.0
"""Seconds in which clients are to take what they are sent at the end."""


@asynccontextmanager
async def serving(node: Node, host: str, port: int, say: Callable[[str], None]) -> AsyncIterator[str]:
    """Serves within `async with`, and tells the address. CannotServe if it cannot.

    `port`: 0 for any. `say`: where goes what matters to who started it.
    """
    channels = Channels(node, say)
    named = f'[{host}]' if ':' in host else host
    try:
        server = foxglove.start_server(
            name=f'rxros2 view on {socket.gethostname()}',
            host=named,
            port=port,
            server_listener=_Listener(asyncio.get_running_loop(), channels),
            context=channels.context,
            message_backlog_size=MOST_WAITING,
        )
    except OverflowError:
        raise CannotServe(f'port for Foxglove is {port}; expected 0 to 65535') from None
    except RuntimeError as error:
        another = 'another one: --foxglove N, or 0 for any'
        raise CannotServe(f'port {port} of {host} cannot be listened at for Foxglove: {error}; {another}') from None
    # The library's threads would wait for Python to log, with locks held that Python may wait for.
    disable_logging()
    following = asyncio.ensure_future(channels.follow())
    try:
        yield f'ws://{named}:{server.port}'
    finally:
        following.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await following
        channels.close()
        ending = threading.Thread(target=server.stop, daemon=True)  # it waits for clients, also for those that stalled
        ending.start()
        await asyncio.to_thread(ending.join, _FAREWELL)
        if ending.is_alive():
            # Ends the library's threads, and what waits for them: in Python's own end that would abort the process.
            await asyncio.to_thread(shutdown)
            await asyncio.to_thread(ending.join, _FAREWELL)


class _Listener(ServerListener):
    """Brings what clients do from the library's threads into the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, channels: Channels) -> None:
        self._loop = loop
        self._channels = channels

    def on_subscribe(self, client: Client, channel: ChannelView) -> None:
        self._loop.call_soon_threadsafe(self._channels.subscribed, channel.id, client.id)

    def on_unsubscribe(self, client: Client, channel: ChannelView) -> None:
        self._loop.call_soon_threadsafe(self._channels.unsubscribed, channel.id, client.id)


class Channels:
    """One a topic that others publish. Loop's thread."""

    def __init__(self, node: Node, say: Callable[[str], None]) -> None:
        self._node = node
        self._say = say
        self._channels: dict[str, _Channel] = {}  # by topic
        self._left_out: set[str] = set()  # types of which it was said
        self.context = foxglove.Context()

    async def follow(self) -> None:
        """Makes channels of what there is, as it changes; until it is cancelled."""
        while True:
            if self._node.graph_changed():
                await self._look()
            await asyncio.sleep(_LOOK)

    async def _look(self) -> None:
        offered = published(self._node)
        for topic, channel in [*self._channels.items()]:
            publishers = offered.get(topic)
            if publishers is None or publishers[0].topic_type != channel.type:
                self._channels.pop(topic).close()
            else:
                channel.adapt(is_kept(publishers))
        new = {topic: publishers for topic, publishers in offered.items() if topic not in self._channels}
        # First what need not be asked for.
        for topic, publishers in sorted(new.items(), key=lambda each: not is_known(each[1][0].topic_type)):
            await self._offer(topic, publishers)

    async def _offer(self, topic: str, publishers: list[EndpointInfo]) -> None:
        type_ = publishers[0].topic_type
        found = written(type_) if await ask(self._node, topic, type_) else None
        if found is not None:
            self._channels[topic] = _Channel(self._node, self.context, topic, type_, found, is_kept(publishers))
        elif type_ not in self._left_out:
            self._left_out.add(type_)
            self._say(f'{topic} is not shown in Foxglove: {type_} is unknown here; source its workspace before')

    def subscribed(self, channel: int, client: int) -> None:
        for each in self._channels.values():
            if each.id == channel:
                each.subscribed(client)

    def unsubscribed(self, channel: int, client: int) -> None:
        for each in self._channels.values():
            if each.id == channel:
                each.unsubscribed(client)

    def close(self) -> None:
        for each in self._channels.values():
            each.close()
        self._channels.clear()


class _Channel:
    """A topic, with the subscription that it has while clients want it."""

    def __init__(
        self, node: Node, context: foxglove.Context, topic: str, type_: str, definition: tuple[str, str], kept: bool
    ) -> None:
        """`definition`: its text and encoding; `kept`: all publishers are transient_local."""
        self.type = type_
        self._node, self._topic, self._kept = node, topic, kept
        text, encoding = definition
        schema = foxglove.Schema(name=type_, encoding=encoding, data=text.encode())
        self._channel = foxglove.Channel(topic, message_encoding='cdr', schema=schema, context=context)
        self.id = self._channel.id()
        self._clients: set[int] = set()
        self._sub: Sub[Any] | None = None

    def subscribed(self, client: int) -> None:
        """What publishers keep, a later client gets as well: they send it again to each new subscription."""
        self._clients.add(client)
        if self._sub is None or self._kept:
            self._subscribe()

    def unsubscribed(self, client: int) -> None:
        self._clients.discard(client)
        if not self._clients:
            self._unsubscribe()

    def adapt(self, kept: bool) -> None:
        if kept != self._kept:
            self._kept = kept
            if self._sub is not None:
                self._subscribe()

    def _subscribe(self) -> None:
        self._unsubscribe()
        qos = quality(VALUES, self._kept)
        self._sub = Sub(self.type, self._topic, qos, self._node, raw=True, info=True, scope=None)
        self._sub.asap_callback.append(self._forward)

    def _unsubscribe(self) -> None:
        if self._sub is not None:
            self._sub.close()
            self._sub = None

    def _forward(self, item: tuple[Any, MessageInfo]) -> None:
        sample, info = item
        self._channel.log(bytes(sample), log_time=info.received_timestamp)

    def close(self) -> None:
        self._unsubscribe()
        self._channel.close()
