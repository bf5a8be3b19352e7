# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Query: a service that a thread of the process answers at once, without an executor."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rxros2 import _core
from rxros2.aio.core.background import background_loop
from rxros2.aio.core.loop_bridge import LoopBridge, bridge_of
from rxros2.messages import interface
from rxros2.messages.codec import announced, codec_of

from ..node import Node


class Query:
    """Answers a service while the node's executor is busy, or before it has one. Thread-safe."""

    def __init__(self, node: Node, name: str, type_name: str, fill: Callable[[Any], None]) -> None:
        """`fill` fills in the response, in that thread; requests have no fields."""
        self._response = interface(type_name).Response
        self._codec = codec_of(self._response)
        self._fill = fill
        self._server = _core.Server(node._core, name, announced(interface(type_name)))
        self._bridge: LoopBridge | None = None
        self._key = 0
        self._closed = False
        background_loop().call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        if not self._closed:
            self._bridge = bridge_of(background_loop())
            self._key = self._bridge.add(self._server, self._answer)

    def _answer(self) -> None:
        for to, _ in [] if self._closed else self._server.take():
            response = self._response()
            self._fill(response)
            with suppress(RuntimeError):  # the server was closed meanwhile
                self._server.respond(to, self._codec.encode(response))

    def close(self) -> None:
        """Ends the service. A second call does nothing."""
        self._closed = True
        self._server.close()
        if self._bridge is not None:
            self._bridge.remove(self._key)
