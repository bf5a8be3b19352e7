# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rclpy's experimental parts: an executor that is driven by events, and nodes that run in a loop of asyncio."""

from ..publisher import Publisher as AsyncPublisher
from ..service import Service as AsyncService
from ..subscription import Subscription as AsyncSubscription
from ..timer import Timer as AsyncTimer
from .async_client import AsyncClient as AsyncClient
from .async_clock import AsyncClock as AsyncClock
from .async_node import AsyncNode as AsyncNode
from .events_executor import EventsExecutor as EventsExecutor

__all__ = [
    'AsyncClient',
    'AsyncClock',
    'AsyncNode',
    'AsyncPublisher',
    'AsyncService',
    'AsyncSubscription',
    'AsyncTimer',
    'EventsExecutor',
]
