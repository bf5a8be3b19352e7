# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""asyncify_future(): awaits futures of rclpy."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any


def asyncify_future(ros_future: Any, event_loop: asyncio.AbstractEventLoop | None = None) -> asyncio.Future[Any]:
    """Returns a future of the loop, by default the running one, that ends as one of rclpy does.

    Cancelling it cancels rclpy's. `ros_future` may end in any thread. A future of asyncio, as Client.call() returns,
    is returned unchanged.
    """
    if isinstance(ros_future, asyncio.Future):
        return ros_future
    loop = asyncio.get_running_loop() if event_loop is None else event_loop
    awaited: asyncio.Future[Any] = loop.create_future()

    def end() -> None:
        if awaited.done():
            return
        if ros_future.cancelled():
            awaited.cancel()
        elif (error := ros_future.exception()) is not None:
            awaited.set_exception(error)
        else:
            awaited.set_result(ros_future.result())

    def ended(_: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed, so nothing awaits the future
            loop.call_soon_threadsafe(end)

    def given_up(_: asyncio.Future[Any]) -> None:
        if awaited.cancelled() and not ros_future.done():
            ros_future.cancel()

    awaited.add_done_callback(given_up)
    ros_future.add_done_callback(ended)
    return awaited


__all__ = ['asyncify_future']
