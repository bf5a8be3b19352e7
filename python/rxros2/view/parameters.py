# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Parameters of nodes: shown and changed by the services that each node has for them."""

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
"""Nodes whose parameters were asked for last."""
MOST_PARAMETERS = 5000
"""Of a node that are shown."""
_MOST_CHARACTERS = 1000
"""Of a description."""


class Parameters:
    """Of all nodes; a client is made when a node's are first asked for."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._clients: dict[str, ParameterClient] = {}

    async def show(self, browser: Browser, name: str) -> None:
        """All parameters of a node, with what is allowed for them."""
        try:
            client = self._client(name)
            names = (await client.list(timeout=_ANSWER))[:MOST_PARAMETERS]
            values = await client.get(*names, timeout=_ANSWER) if names else {}
            described = await client.describe(*names, timeout=_ANSWER) if names else {}
            items = [_item(each, values[each], described[each]) for each in names]
        except _ERRORS as error:
            told: dict[str, Any] = {'op': 'parameters', 'node': name, 'why': f'{error}' or 'no answer'}
        else:
            told = {'op': 'parameters', 'node': name, 'items': items}
        browser.outbox.put(('parameters', name), told)

    async def set(self, browser: Browser, node: str, name: str, value: Any) -> None:
        """Tells why, if it was refused, and all values that there are then."""
        try:
            await self._client(node).set({name: value}, timeout=_ANSWER)
        except _ERRORS as error:
            browser.outbox.put(('set', node, name), {'op': 'set', 'node': node, 'name': name, 'why': f'{error}'})
        else:
            browser.outbox.put(('set', node, name), {'op': 'set', 'node': node, 'name': name})
        await self.show(browser, node)

    def _client(self, name: str) -> ParameterClient:
        client = self._clients.pop(name, None) or ParameterClient(name, self._node, scope=None)
        self._clients[name] = client  # the last
        while len(self._clients) > MOST_CLIENTS:
            self._clients.pop(next(iter(self._clients))).close()
        return client

    def close(self) -> None:
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
