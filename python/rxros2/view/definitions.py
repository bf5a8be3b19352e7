# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Requests the definitions of unknown message types from the nodes that use them."""

from __future__ import annotations

import asyncio

from ..aio.ros2 import Client
from ..messages import interface
from ..messages.remote_definitions import is_kept, is_known, keep, text_of
from ..node import Node
from ..type_sources import PATIENCE, SERVICE_TYPE, type_sources

_LOOKS = (0.1, 0.4, 1.5)
"""Seconds between searches for the nodes of a topic, which are discovered a little later than the topic."""
_MOST_SENT = 4
"""The most requests that wait for the answer of one node, whose queue is short."""
_MOST_REFUSED = 10_000


class Definitions:
    """Asks all nodes of a topic at the same time; a node that did not answer is not asked again. Loop's thread."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._silent: set[str] = set()
        self._turns: dict[str, asyncio.Semaphore] = {}  # by service
        self._refused: set[tuple[str, str, str]] = set()  # by service, type and hash: the answer was invalid

    async def ask(self, topic: str, type_: str) -> str | None:
        """Returns the hash by which class_of() finds the type; '' for a known type, None if no node described it."""
        if is_known(type_):
            return ''
        sources = type_sources(self._node, topic, type_)
        for seconds in _LOOKS:
            if sources.services or not sources.hash:  # nodes without a hash cannot describe the type
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
            for request in asking:
                request.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
        return None

    def _forget(self) -> None:
        """Forgets nodes that disappeared: when they return, they are asked again."""
        if self._silent or self._refused or self._turns:
            offered = self._node.services().keys()
            self._silent &= offered
            self._turns = {name: turn for name, turn in self._turns.items() if name in offered}
            self._refused = {refused for refused in self._refused if refused[0] in offered}
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
            await asyncio.to_thread(keep, response, type_, hash_)  # large ones take long
        except (TimeoutError, asyncio.TimeoutError):
            self._silent.add(name)
            return False
        except (RuntimeError, ValueError):
            self._refused.add((name, type_, hash_))
            return False
        finally:
            client.close()
        return True


def definition_text(type_: str, hash_: str) -> tuple[str, str] | None:
    """Returns the text of a definition with all types in it, and its encoding 'ros2msg' or 'ros2idl', or None."""
    try:
        return text_of(type_, hash_)
    except OSError:
        return None
