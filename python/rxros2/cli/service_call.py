# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""One call of a service, waited for."""

from __future__ import annotations

import time
from typing import Any

from .._core import Client
from ..messages.codec import announced, codec_of
from .frame import CommandError
from .graph import CommandNode

_LOOK_EVERY = 1.0
"""Seconds between looks whether the server is still there."""


class Caller:
    """Calls a service, one request at a time."""

    def __init__(self, there: CommandNode, cls: Any, service: str) -> None:
        self._there = there
        self._service = service
        self._request, self._response = codec_of(cls.Request), codec_of(cls.Response)
        self._came: list[Any] = []
        self._client = there.client(service, announced(cls), self._drain)

    def _drain(self, client: Client) -> None:
        self._came += [sample for _, sample in client.take()]

    def wait_for_server(self, seconds: float | None) -> None:
        """CommandError if none is connected in time."""
        until = None if seconds is None else time.monotonic() + seconds
        while not self._client.is_ready():
            if until is not None and time.monotonic() > until:
                raise CommandError(f'no server of {self._service} within {seconds:g} s')
            time.sleep(0.01)

    def call(self, request: Any, seconds: float | None, *, while_there: bool = False) -> Any:
        """The response; CommandError if there is none in time, or it is malformed.

        `while_there`: or if the server goes away.
        """
        self._came.clear()
        self._client.send(self._request.encode(request), 0)
        until = None if seconds is None else time.monotonic() + seconds
        while while_there and self._client.is_ready() and (until is None or time.monotonic() < until):
            if self._there.wait(_LOOK_EVERY, lambda: bool(self._came)):
                break
        if while_there and not self._came and not self._client.is_ready():
            raise CommandError(f'the server of {self._service} went away')
        left = None if until is None else max(until - time.monotonic(), 0)
        if not self._came and not self._there.wait(left, lambda: bool(self._came)):
            raise CommandError(f'no response of {self._service} within {seconds:g} s')
        try:
            return self._response.decode(self._came.pop(0))
        except ValueError as error:
            raise CommandError(f'response of {self._service}: {error}') from None
