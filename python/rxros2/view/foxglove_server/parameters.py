# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters of all nodes, named as in Foxglove's own bridge: the node's name, a point, the parameter's name."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from foxglove.websocket import Parameter, StatusLevel, WebSocketServer
from foxglove.websocket import ParameterType as Hint

from ...aio.ros2 import ParameterClient, Sub
from ...interfaces.rcl_interfaces.msg import ParameterEvent
from ...node import Node
from ...parameters import ParameterType, from_message, type_of

_ANSWER = 3.0
"""Seconds for each request to a node."""
MOST_PARAMETERS = 5000
"""The most parameters of a node that are shown."""
_SERVICE = '/set_parameters'
_ERRORS = (TimeoutError, asyncio.TimeoutError, LookupError, ValueError, TypeError, RuntimeError)
"""ParameterRefused is a ValueError."""


class NodeParameters:
    """The parameters of all nodes: requested when a node appears, then updated by its events. Loop's thread."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._clients: dict[str, ParameterClient] = {}
        self._values: dict[str, dict[str, Any]] = {}  # by node and name
        self._known: dict[
            str, dict[str, Parameter]
        ] = {}  # the same for Foxglove; a node's entry is replaced, never changed
        self._asking: set[asyncio.Future[None]] = set()
        self._events: Sub[ParameterEvent] = Sub(ParameterEvent, '/parameter_events', 1000, node, scope=None)

    def known(self, names: list[str]) -> list[Parameter]:
        """Returns the parameters of these names; all if there are none. Any thread."""
        if not names:
            return [parameter for of_node in list(self._known.values()) for parameter in of_node.values()]
        parameters_ = [self._known.get(name.partition('.')[0], {}).get(name) for name in names]
        return [parameter for parameter in parameters_ if parameter is not None]

    def look(self, server: WebSocketServer, services: list[dict[str, Any]]) -> None:
        """Requests the parameters of new nodes, and forgets those of nodes that disappeared.

        `services` is that of a snapshot().
        """
        nodes = {service['name'].removesuffix(_SERVICE) for service in services if _is_of_parameters(service)}
        for node in self._values.keys() - nodes:
            self._forget(node)
        for name in nodes - self._values.keys():
            self._clients[name] = ParameterClient(name, self._node, scope=None)
            self._values[name] = {}
            asking = asyncio.ensure_future(self._ask(server, name))
            self._asking.add(asking)
            asking.add_done_callback(self._asking.discard)

    async def _ask(self, server: WebSocketServer, name: str) -> None:
        client = self._clients[name]
        try:
            names = (await client.list(timeout=_ANSWER))[:MOST_PARAMETERS]
            values = await client.get(*names, timeout=_ANSWER) if names else {}
        except _ERRORS:
            if self._clients.get(name) is client:
                self._forget(name)  # the node does not answer; it is asked again after a change of the graph
        else:
            if self._clients.get(name) is client:
                self._values[name] = values | self._values[name]  # an event that arrived meanwhile is newer
                with contextlib.suppress(*_ERRORS):
                    self._changed(server, name)

    def _forget(self, name: str) -> None:
        del self._values[name]
        self._known.pop(name, None)
        self._clients.pop(name).close()

    async def follow(self, server: WebSocketServer) -> None:
        """Follows the events of changes, until it is cancelled."""
        async for event in self._events.listen_reliable():
            if event.node not in self._values:
                continue
            with contextlib.suppress(*_ERRORS):  # an event may have invalid values; later ones are still taken
                self._take(server, event)

    def _take(self, server: WebSocketServer, event: ParameterEvent) -> None:
        of_node = self._values[event.node]
        for parameter in [*event.new_parameters, *event.changed_parameters]:
            if parameter.name in of_node or len(of_node) < MOST_PARAMETERS:
                of_node[parameter.name] = from_message(parameter.value)
        for parameter in event.deleted_parameters:
            of_node.pop(parameter.name, None)
        self._changed(server, event.node)

    async def set(self, server: WebSocketServer, parameters: list[Parameter]) -> None:
        """Sets parameters one by one; a refusal is reported where Foxglove shows problems."""
        await asyncio.gather(*(self._set(server, parameter) for parameter in parameters))

    async def _set(self, server: WebSocketServer, parameter: Parameter) -> None:
        node, _, name = parameter.name.partition('.')
        problem = f'setting {parameter.name}'
        try:
            client = self._clients.get(node)
            if client is None:
                raise LookupError(f'there is no node {node} that has parameters')
            await client.set({name: parameter.get_value()}, timeout=_ANSWER)
            now = await client.get(name, timeout=_ANSWER)
        except _ERRORS as error:
            server.publish_status(f'{parameter.name} was not set: {error}', StatusLevel.Error, problem)
        else:
            server.remove_status([problem])
            if self._clients.get(node) is client:
                self._values[node] |= now
                self._changed(server, node)

    def _changed(self, server: WebSocketServer, node: str) -> None:
        of_node = {f'{node}.{name}': value for name, value in self._values[node].items() if value is not None}
        self._known[node] = {name: _to_foxglove(name, of_node[name]) for name in sorted(of_node)}
        server.publish_parameter_values([*self._known[node].values()])

    def close(self) -> None:
        """Ends the requests and the subscription."""
        self._events.close()
        for asking in self._asking:
            asking.cancel()
        for client in self._clients.values():
            client.close()


_HINTS = {ParameterType.DOUBLE: Hint.Float64, ParameterType.DOUBLE_ARRAY: Hint.Float64Array}


def _is_of_parameters(service: dict[str, Any]) -> bool:
    return bool(service['servers']) and service['name'].endswith(_SERVICE)


def _to_foxglove(name: str, value: Any) -> Parameter:
    hint = _HINTS.get(type_of(value))
    return Parameter(name, value=value) if hint is None else Parameter(name, value=value, type=hint)
