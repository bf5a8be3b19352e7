# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LifecyclePublisher: publishes while its node is active."""

from __future__ import annotations

from ..publisher import MsgT, Publisher
from .managed_entity import SimpleManagedEntity


class LifecyclePublisher(SimpleManagedEntity, Publisher[MsgT]):
    """Made by LifecycleNode.create_lifecycle_publisher(). Any thread."""

    @SimpleManagedEntity.when_enabled
    def publish(self, msg: MsgT | bytes) -> None:
        """As Publisher; drops the message while the node is not active."""
        Publisher.publish(self, msg)
