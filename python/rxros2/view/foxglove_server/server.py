# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The server of Foxglove's library: its start and end, and the way from its threads into the loop."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import foxglove
from foxglove._foxglove_py import disable_logging, shutdown
from foxglove.websocket import (
    Capability,
    ChannelView,
    Client,
    ClientChannel,
    Parameter,
    ServerListener,
    WebSocketServer,
)

from ...node import Node
from ..graph import snapshot
from ..server import CannotServe
from .assets import asset
from .channels import Channels
from .client_topics import ClientTopics
from .connections import Connections
from .parameters import NodeParameters
from .services import Services

MOST_WAITING = 256
"""The most messages that wait for a client; beyond that its oldest are dropped."""
_LOOK = 0.5
"""Seconds from one check of the graph to the next."""
_MOST_SAID = 100
"""The most reports about topics and services that cannot be shown."""
_FAREWELL = 2.0
"""Seconds within which clients have to receive their last messages at the end."""


@asynccontextmanager
async def serving(
    node: Node, host: str, port: int, report: Callable[[str], None], control: bool = False
) -> AsyncIterator[str]:
    """Serves within `async with`, and yields the address. Raises CannotServe if that fails.

    `port`: 0 for any. `report` gets messages for the user who started the server. `control`: clients may publish, call
    services, and change parameters.
    """
    channels, connections = Channels(node, report), Connections()
    controls = _Controls(node, report) if control else None
    named = f'[{host}]' if ':' in host else host
    try:
        server = foxglove.start_server(
            name=f'rxros2 view on {socket.gethostname()}',
            host=named,
            port=port,
            capabilities=[Capability.ConnectionGraph, *(_CONTROLS if control else [])],
            supported_encodings=['cdr'] if control else None,
            server_listener=_Listener(asyncio.get_running_loop(), channels, connections, controls),
            asset_handler=asset,
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
    following = [asyncio.ensure_future(_follow(node, server, channels, connections, controls, report))]
    if controls is not None:
        controls.server = server
        following.append(asyncio.ensure_future(controls.parameters.follow(server)))
    try:
        yield f'ws://{named}:{server.port}'
    finally:
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        channels.close()
        if controls is not None:
            controls.close()
        ending = threading.Thread(target=server.stop, daemon=True)  # stop() waits for clients, also for stalled ones
        ending.start()
        await asyncio.to_thread(ending.join, _FAREWELL)
        if ending.is_alive():
            # Ends the library's threads, and all that wait for them; at Python's end that would abort the process.
            await asyncio.to_thread(shutdown)
            await asyncio.to_thread(ending.join, _FAREWELL)


_CONTROLS = [Capability.ClientPublish, Capability.Parameters, Capability.Services]


class _Controls:
    """The parts that clients can change. Loop's thread."""

    def __init__(self, node: Node, report: Callable[[str], None]) -> None:
        self.topics = ClientTopics(node)
        self.parameters = NodeParameters(node)
        self.services = Services(node, report)
        self.server: WebSocketServer

    async def set(self, parameters: list[Parameter]) -> None:
        """Sets parameters of nodes."""
        await self.parameters.set(self.server, parameters)

    def close(self) -> None:
        """Closes the parts."""
        self.topics.close()
        self.parameters.close()
        self.services.close()


async def _follow(
    node: Node,
    server: WebSocketServer,
    channels: Channels,
    connections: Connections,
    controls: _Controls | None,
    report: Callable[[str], None],
) -> None:
    """Keeps clients up to date as the system changes, until it is cancelled."""
    reported: set[str] = set()

    def attempt(part: str, work: Callable[..., object], *args: object) -> None:
        """Does some work; an exception is reported and does not end this task, which serves all clients."""
        try:
            work(*args)
        except Exception as error:
            text = f'{part} cannot be shown in Foxglove: {type(error).__name__}: {error}'
            if text not in reported and len(reported) < _MOST_SAID:
                reported.add(text)
                report(text)

    def look_at_controls(controls: _Controls) -> None:
        services = snapshot(node)['services']
        attempt('services', controls.services.look, server, services)
        attempt('parameters', controls.parameters.look, server, services)

    while True:
        if node.graph_changed():
            attempt('topics', channels.look)
            connections.changed()
            if controls is not None:
                attempt('services and parameters', look_at_controls, controls)
        attempt('the graph', connections.send, node, server)
        if controls is not None:
            attempt('what clients publish', controls.topics.report, server)
        await asyncio.sleep(_LOOK)


class _Listener(ServerListener):
    """Brings the actions of clients from the library's threads into the loop."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        channels: Channels,
        connections: Connections,
        controls: _Controls | None,
    ) -> None:
        self._loop = loop
        self._channels = channels
        self._connections = connections
        self._controls = controls

    def on_subscribe(self, client: Client, channel: ChannelView) -> None:
        """Adds a client of a channel."""
        self._loop.call_soon_threadsafe(self._channels.subscribed, channel.id, client.id)

    def on_unsubscribe(self, client: Client, channel: ChannelView) -> None:
        """Removes a client of a channel."""
        self._loop.call_soon_threadsafe(self._channels.unsubscribed, channel.id, client.id)

    def on_connection_graph_subscribe(self) -> None:
        """Begins to send the connections."""
        self._loop.call_soon_threadsafe(self._connections.set_wanted, True)

    def on_connection_graph_unsubscribe(self) -> None:
        """Stops sending the connections."""
        self._loop.call_soon_threadsafe(self._connections.set_wanted, False)

    # The following functions are called only with the capabilities of control.

    def on_client_advertise(self, client: Client, channel: ClientChannel) -> None:
        """Makes the publisher of a client's channel."""
        assert self._controls is not None
        at = client.id, channel.id
        self._loop.call_soon_threadsafe(
            self._controls.topics.advertised, at, channel.topic, channel.schema_name, channel.encoding
        )

    def on_client_unadvertise(self, client: Client, client_channel_id: int) -> None:
        """Closes the publisher of a client's channel."""
        assert self._controls is not None
        self._loop.call_soon_threadsafe(self._controls.topics.unadvertised, (client.id, client_channel_id))

    def on_message_data(self, client: Client, client_channel_id: int, data: bytes) -> None:
        """Publishes a message of a client."""
        assert self._controls is not None
        self._controls.topics.message_arrived((client.id, client_channel_id), data, self._loop)

    def on_get_parameters(
        self, client: Client, param_names: list[str], request_id: str | None = None
    ) -> list[Parameter]:
        """Returns parameters."""
        assert self._controls is not None
        return self._controls.parameters.known(param_names)

    def on_set_parameters(
        self, client: Client, parameters: list[Parameter], request_id: str | None = None
    ) -> list[Parameter]:
        """Sets parameters and returns them. Blocks in the client's own task of the library until they are set."""
        assert self._controls is not None
        setting = asyncio.run_coroutine_threadsafe(self._controls.set(parameters), self._loop)
        with contextlib.suppress(concurrent.futures.CancelledError, concurrent.futures.TimeoutError):
            setting.result(_SET)
        return self._controls.parameters.known([parameter.name for parameter in parameters])


_SET = 5.0
"""Seconds for a client's request to set parameters."""
