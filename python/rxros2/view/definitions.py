# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions of messages: those of types that are unknown here are asked of the nodes that use them."""

from __future__ import annotations

import asyncio

from ..aio.ros2 import Client
from ..messages import interface
from ..messages.told import is_kept, is_known, keep, text_of
from ..node import Node
from ..type_sources import PATIENCE, SERVICE_TYPE, type_sources

_LOOKS, _LOOK = 20, 0.1
"""How often, and after how many seconds each, the nodes of a topic are looked for."""


class Definitions:
    """Asks the nodes of a topic, all at once, and a node that did not answer not again. Loop's thread."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._silent: set[str] = set()

    async def ask(self, topic: str, type_: str) -> str | None:
        """The hash by which told.class_of() finds the type, '' if it is known here; None if nobody described it."""
        if is_known(type_):
            return ''
        sources = type_sources(self._node, topic, type_)
        for _ in range(_LOOKS):  # nodes become known a little later than their topics
            if sources.services:
                break
            await asyncio.sleep(_LOOK)
            sources = type_sources(self._node, topic, type_)
        if is_kept(type_, sources.hash):
            return sources.hash
        self._silent &= self._node.services().keys()  # a node that comes again is asked again
        asking = [
            asyncio.ensure_future(self._ask(service, type_, sources.hash))
            for service in sources.services
            if service not in self._silent
        ]
        try:
            for answer in asyncio.as_completed(asking):
                if await answer:
                    return sources.hash
        finally:
            for each in asking:
                each.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
        return None

    async def _ask(self, name: str, type_: str, hash_: str) -> bool:
        service = interface(SERVICE_TYPE)
        request = service.Request(type_name=type_, type_hash=hash_, include_type_sources=False)
        try:
            client: Client = Client(service, name, session=self._node, scope=None)
        except (RuntimeError, ValueError):
            return False
        try:
            await client.wait_for_service(timeout=PATIENCE)
            response = await client.call(request, PATIENCE)
            await asyncio.to_thread(keep, response, type_, hash_)  # large ones take their time
        except (TimeoutError, asyncio.TimeoutError):
            self._silent.add(name)
            return False
        except (RuntimeError, ValueError):
            return False
        finally:
            client.close()
        return True


def written(type_: str, hash_: str) -> tuple[str, str] | None:
    """The text of a definition with all in it, and its encoding: 'ros2msg' or 'ros2idl'; None if it is unknown here."""
    try:
        return text_of(type_, hash_)
    except OSError:
        return None
