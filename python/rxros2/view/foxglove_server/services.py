# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Services that clients can call."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable
from typing import Any

from foxglove import Schema
from foxglove.websocket import MessageSchema, Service, ServiceRequest, ServiceSchema, WebSocketServer

from ...aio.ros2 import Client
from ...messages import interface
from ...messages.codec import decode, encode
from ...messages.definition_text import known_service_definition
from ...node import Node
from ..graph import is_hidden

_ANSWER = 60.0
"""Seconds for a call; a client that waits less gives up by itself."""


class Services:
    """The services of all nodes, offered to clients. Loop's thread, except for the library's handler."""

    def __init__(self, node: Node, report: Callable[[str], None]) -> None:
        self._node = node
        self._report = report
        self._loop = asyncio.get_running_loop()
        self._offered: dict[str, str] = {}  # types, by name
        self._clients: dict[str, Client] = {}
        self._left_out: set[str] = set()  # types that were reported

    def look(self, server: WebSocketServer, services: list[dict[str, Any]]) -> None:
        """Offers the present services; `services` is that of a snapshot()."""
        present = {
            service['name']: service['types'][0]
            for service in services
            if service['servers'] and not is_hidden(service['name'])
        }
        removed = [name for name, type_ in self._offered.items() if present.get(name) != type_]
        server.remove_services(removed)
        for name in removed:
            del self._offered[name]
            if name in self._clients:
                self._clients.pop(name).close()
        new = {name: type_ for name, type_ in present.items() if name not in self._offered}
        for name, type_ in new.items():
            service = self._service(name, type_)
            if service is not None:
                server.add_services([service])
                self._offered[name] = type_
        self._left_out &= {*present.values()}

    def _service(self, name: str, type_: str) -> Service | None:
        texts = known_service_definition(type_)
        if texts is None:
            if type_ not in self._left_out:
                self._left_out.add(type_)
                self._report(
                    f'{name} cannot be called in Foxglove: {type_} is unknown here; source its workspace before'
                )
            return None
        request, response = (
            MessageSchema(encoding='cdr', schema=Schema(name=f'{type_}_{part}', encoding='ros2msg', data=text.encode()))
            for part, text in zip(('Request', 'Response'), texts, strict=True)
        )
        schema = ServiceSchema(name=type_, request=request, response=response)
        return Service(name=name, schema=schema, handler=self._handle)

    def _handle(self, request: ServiceRequest) -> bytes:
        """Handles a request, in its own thread of the library."""
        call = self._call(request.service_name, request.payload)
        try:
            return asyncio.run_coroutine_threadsafe(call, self._loop).result()
        except concurrent.futures.CancelledError:
            raise RuntimeError(f'{request.service_name} has gone') from None

    async def _call(self, name: str, payload: bytes) -> bytes:
        """Returns the encoded response. ValueError for an invalid request, TimeoutError without a response."""
        if name not in self._offered:
            raise LookupError(f'{name} has gone')
        cls: Any = interface(self._offered[name])
        request = decode(cls.Request, payload)
        if name not in self._clients:
            self._clients[name] = Client(cls, name, session=self._node, scope=None)
        client = self._clients[name]
        await client.wait_for_service(timeout=_ANSWER)
        return encode(await client.call(request, _ANSWER))

    def close(self) -> None:
        """Ends waiting calls, and later ones, with an error."""
        self._offered.clear()
        for client in self._clients.values():
            client.close()
