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
"""Seconds; a client that waits less long gives up by itself."""


class Services:
    """One for each that some node serves. Loop's thread, but for what Foxglove's library calls for a request."""

    def __init__(self, node: Node, say: Callable[[str], None]) -> None:
        self._node = node
        self._say = say
        self._loop = asyncio.get_running_loop()
        self._offered: dict[str, str] = {}  # types, by name
        self._clients: dict[str, Client] = {}
        self._left_out: set[str] = set()  # types of which it was said

    def look(self, server: WebSocketServer, services: list[dict[str, Any]]) -> None:
        """Offers what there is now, as a snapshot() tells it."""
        there = {each['name']: each['types'][0] for each in services if each['servers'] and not is_hidden(each['name'])}
        gone = [name for name, type_ in self._offered.items() if there.get(name) != type_]
        server.remove_services(gone)
        for name in gone:
            del self._offered[name]
            if name in self._clients:
                self._clients.pop(name).close()
        new = {name: type_ for name, type_ in there.items() if name not in self._offered}
        for name, type_ in new.items():
            service = self._service(name, type_)
            if service is not None:
                server.add_services([service])
                self._offered[name] = type_
        self._left_out &= {*there.values()}

    def _service(self, name: str, type_: str) -> Service | None:
        texts = known_service_definition(type_)
        if texts is None:
            if type_ not in self._left_out:
                self._left_out.add(type_)
                self._say(f'{name} cannot be called in Foxglove: {type_} is unknown here; source its workspace before')
            return None
        request, response = (
            MessageSchema(encoding='cdr', schema=Schema(name=f'{type_}_{part}', encoding='ros2msg', data=text.encode()))
            for part, text in zip(('Request', 'Response'), texts, strict=True)
        )
        schema = ServiceSchema(name=type_, request=request, response=response)
        return Service(name=name, schema=schema, handler=self._handle)

    def _handle(self, request: ServiceRequest) -> bytes:
        """In a thread of the library that is the request's own."""
        call = self._call(request.service_name, request.payload)
        try:
            return asyncio.run_coroutine_threadsafe(call, self._loop).result()
        except concurrent.futures.CancelledError:
            raise RuntimeError(f'{request.service_name} has gone') from None

    async def _call(self, name: str, payload: bytes) -> bytes:
        """The response. ValueError for what is no request, TimeoutError without a response."""
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
        """Calls that wait, and those that come, end with an error."""
        self._offered.clear()
        for client in self._clients.values():
            client.close()
