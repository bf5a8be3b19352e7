# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters of nodes: shown and changed by their parameter services."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ..aio.ros2 import ParameterClient
from ..node import Node
from ..parameters import ParameterRefused, ParameterType
from .values import to_json

if TYPE_CHECKING:
    from .browser import Browser

_ANSWER = 3.0
"""Seconds for each request."""
_ERRORS = (TimeoutError, asyncio.TimeoutError, LookupError, ValueError, TypeError, RuntimeError, ParameterRefused)
MOST_CLIENTS = 64
"""The number of nodes, most recently used, whose clients are kept."""
MOST_PARAMETERS = 5000
"""The most parameters of a node that are shown."""
_MOST_CHARACTERS = 1000
"""The most characters of a description."""


class Parameters:
    """The parameters of all nodes; a client is made on first use."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._clients: dict[str, ParameterClient] = {}

    async def show(self, browser: Browser, name: str) -> None:
        """Sends all parameters of a node to the browser, with their ranges."""
        try:
            client = self._client(name)
            names = (await client.list(timeout=_ANSWER))[:MOST_PARAMETERS]
            values = await client.get(*names, timeout=_ANSWER) if names else {}
            described = await client.describe(*names, timeout=_ANSWER) if names else {}
            items = [_item(parameter, values[parameter], described[parameter]) for parameter in names]
        except _ERRORS as error:
            frame: dict[str, Any] = {'op': 'parameters', 'node': name, 'why': f'{error}' or 'no answer'}
        else:
            frame = {'op': 'parameters', 'node': name, 'items': items}
        browser.outbox.put(('parameters', name), frame)

    async def set(self, browser: Browser, node: str, name: str, value: Any) -> None:
        """Sets a parameter. Sends the reason of a refusal, and then all values."""
        try:
            await self._client(node).set({name: value}, timeout=_ANSWER)
        except _ERRORS as error:
            browser.outbox.put(('set', node, name), {'op': 'set', 'node': node, 'name': name, 'why': f'{error}'})
        else:
            browser.outbox.put(('set', node, name), {'op': 'set', 'node': node, 'name': name})
        await self.show(browser, node)

    def _client(self, name: str) -> ParameterClient:
        client = self._clients.pop(name, None) or ParameterClient(name, self._node, scope=None)
        self._clients[name] = client  # most recently used
        while len(self._clients) > MOST_CLIENTS:
            self._clients.pop(next(iter(self._clients))).close()
        return client

    def close(self) -> None:
        """Closes the clients."""
        for client in self._clients.values():
            client.close()


def _item(name: str, value: Any, described: Any) -> dict[str, Any]:
    span = [*described.floating_point_range, *described.integer_range]
    return {
        'name': name,
        'type': ParameterType(described.type).name.lower(),
        'value': to_json(value) if value is not None else None,
        'description': described.description[:_MOST_CHARACTERS],
        'read_only': described.read_only,
        'range': to_json([span[0].from_value, span[0].to_value, span[0].step]) if span else None,
    }
