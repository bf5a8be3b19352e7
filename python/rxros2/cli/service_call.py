# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Caller: calls a service and waits for the response."""

from __future__ import annotations

import time
from typing import Any

from .._core import Client
from ..messages.codec import announced, codec_of
from .frame import CommandError
from .graph import CommandNode

_SERVER_CHECK_PERIOD = 1.0
"""Seconds between checks whether the server is still connected."""


class Caller:
    """Calls a service, one request at a time."""

    def __init__(self, node: CommandNode, cls: Any, service: str) -> None:
        self._node = node
        self._service = service
        self._request, self._response = codec_of(cls.Request), codec_of(cls.Response)
        self._responses: list[Any] = []
        self._client = node.client(service, announced(cls), self._drain)

    def _drain(self, client: Client) -> None:
        self._responses += [sample for _, sample in client.take()]

    def close(self) -> None:
        """Closes the client."""
        self._node.discard(self._client)

    def wait_for_server(self, seconds: float | None) -> None:
        """Waits for a server. CommandError if none connects within `seconds`; None waits for ever."""
        until = None if seconds is None else time.monotonic() + seconds
        while not self._client.is_ready():
            if until is not None and time.monotonic() > until:
                raise CommandError(f'no server of {self._service} within {seconds:g} s')
            time.sleep(0.01)

    def call(self, request: Any, seconds: float | None, *, while_connected: bool = False) -> Any:
        """Sends a request and returns the response. CommandError after `seconds`, or if the response is malformed.

        `while_connected`: also raises CommandError when the server disconnects.
        """
        self._responses.clear()
        self._client.send(self._request.encode(request), 0)
        until = None if seconds is None else time.monotonic() + seconds
        while while_connected and self._client.is_ready() and (until is None or time.monotonic() < until):
            if self._node.wait(_SERVER_CHECK_PERIOD, lambda: bool(self._responses)):
                break
        if while_connected and not self._responses and not self._client.is_ready():
            raise CommandError(f'the server of {self._service} went away')
        seconds_left = None if until is None else max(until - time.monotonic(), 0)
        if not self._responses and not self._node.wait(seconds_left, lambda: bool(self._responses)):
            raise CommandError(f'no response of {self._service} within {seconds:g} s')
        try:
            return self._response.decode(self._responses.pop(0))
        except ValueError as error:
            raise CommandError(f'response of {self._service}: {error}') from None
