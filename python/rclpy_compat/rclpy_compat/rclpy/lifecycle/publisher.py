# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LifecyclePublisher: publishes while its node is active."""

from __future__ import annotations

from typing import Any

from ..publisher import MsgT, Publisher
from .managed_entity import SimpleManagedEntity


class LifecyclePublisher(SimpleManagedEntity, Publisher[MsgT]):
    """Made by LifecycleNode.create_lifecycle_publisher(). Any thread."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As Publisher."""
        SimpleManagedEntity.__init__(self)
        Publisher.__init__(self, *args, **kwargs)

    def publish(self, msg: MsgT | bytes) -> None:
        """As Publisher; drops the message while the node is not active."""
        if self.is_activated:
            Publisher.publish(self, msg)
