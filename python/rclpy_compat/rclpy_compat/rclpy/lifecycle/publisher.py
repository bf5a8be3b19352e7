# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""LifecyclePublisher: a publisher that publishes while its node is active."""

from __future__ import annotations

from typing import Any

from ..impl.reexports import reexports
from ..publisher import MsgT, Publisher
from .managed_entity import SimpleManagedEntity

__getattr__ = reexports(__name__)


class LifecyclePublisher(SimpleManagedEntity, Publisher[MsgT]):
    """Publishes while its node is active. Made by LifecycleNode.create_lifecycle_publisher(). Thread-safe."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """The arguments are those of Publisher."""
        SimpleManagedEntity.__init__(self)
        Publisher.__init__(self, *args, **kwargs)

    def publish(self, msg: MsgT | bytes) -> None:
        """Publishes the message; drops it while the node is not active."""
        if self.is_activated:
            Publisher.publish(self, msg)
