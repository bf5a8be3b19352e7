# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""AsyncClient: the client of a service of an AsyncNode."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from ..client import Client, SrvT
from ..impl.waits import ContextShutDown, WaitInterrupted


class AsyncClient(Client[SrvT]):
    """A client of a service whose functions are awaited. Made by AsyncNode.create_client()."""

    async def call(self, request: Any) -> Any:  # type: ignore[override]  # as rclpy does it
        """Sends a request and returns the response. asyncio.timeout() or a cancellation drops the request."""
        future = self.call_async(request)
        try:
            response = await future
        finally:
            self.remove_pending_request(future)
        if future.cancelled():
            raise asyncio.CancelledError(f'{self.srv_name}: the client was destroyed')
        return response

    def destroy(self) -> None:
        """Destroys the client and cancels its calls. A second call does nothing."""
        super().destroy()
        with self._lock:
            pending = [future for future, _ in self._pending.values()]
        for future in pending:
            future.cancel()

    async def wait_for_service(self, *, check_interval: float = 0.1) -> None:  # type: ignore[override]
        """Returns once there is a server. Raises an RCLError when the context is shut down."""
        with suppress(ContextShutDown):
            while not self.service_is_ready():
                await asyncio.sleep(check_interval)
            return
        raise WaitInterrupted(self.srv_name, 'a server')
