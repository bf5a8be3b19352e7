# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions of messages: those of types that are unknown here are asked of the nodes that use them."""

from __future__ import annotations

import asyncio

from ..aio.ros2 import Client
from ..messages import interface
from ..messages.remote_definitions import is_kept, is_known, keep, text_of
from ..node import Node
from ..type_sources import PATIENCE, SERVICE_TYPE, type_sources

_LOOKS = (0.1, 0.4, 1.5)
"""Seconds between looks for the nodes of a topic, which become known a little later than it."""
_MOST_SENT = 4
"""Requests that wait for the answer of one node, whose queue is short."""
_MOST_REFUSED = 10_000


class Definitions:
    """Asks the nodes of a topic, all at once, and a node that did not answer not again. Loop's thread."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._silent: set[str] = set()
        self._turns: dict[str, asyncio.Semaphore] = {}  # by service
        self._refused: set[tuple[str, str, str]] = set()  # by service, type and hash: what it told is no definition

    async def ask(self, topic: str, type_: str) -> str | None:
        """The hash by which told.class_of() finds the type, '' if it is known here; None if nobody described it."""
        if is_known(type_):
            return ''
        sources = type_sources(self._node, topic, type_)
        for seconds in _LOOKS:
            if sources.services or not sources.hash:  # of nodes that do not tell a hash nobody describes the type
                break
            await asyncio.sleep(seconds)
            sources = type_sources(self._node, topic, type_)
        if is_kept(type_, sources.hash):
            return sources.hash
        self._forget()
        asking = [
            asyncio.ensure_future(self._ask(service, type_, sources.hash))
            for service in sources.services
            if service not in self._silent and (service, type_, sources.hash) not in self._refused
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

    def _forget(self) -> None:
        """A node that comes again is asked again."""
        if self._silent or self._refused or self._turns:
            offered = self._node.services().keys()
            self._silent &= offered
            self._turns = {name: turn for name, turn in self._turns.items() if name in offered}
            self._refused = {each for each in self._refused if each[0] in offered}
        if len(self._refused) > _MOST_REFUSED:
            self._refused.clear()

    async def _ask(self, name: str, type_: str, hash_: str) -> bool:
        async with self._turns.setdefault(name, asyncio.Semaphore(_MOST_SENT)):
            return name not in self._silent and await self._call(name, type_, hash_)

    async def _call(self, name: str, type_: str, hash_: str) -> bool:
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
            self._refused.add((name, type_, hash_))
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
