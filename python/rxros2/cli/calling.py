# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""One call of a service, waited for."""

from __future__ import annotations

import time
from typing import Any

from .._core import Client
from ..messages.codec import announced, codec_of
from .frame import CommandError
from .graph import CommandNode


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

    def call(self, request: Any, seconds: float | None) -> Any:
        """The response; CommandError if there is none in time, or it is malformed."""
        self._came.clear()
        self._client.send(self._request.encode(request), 0)
        if not self._there.wait(seconds, lambda: bool(self._came)):
            raise CommandError(f'no response of {self._service} within {seconds:g} s')
        try:
            return self._response.decode(self._came.pop(0))
        except ValueError as error:
            raise CommandError(f'response of {self._service}: {error}') from None
