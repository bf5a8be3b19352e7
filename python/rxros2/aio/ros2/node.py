# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node: that of rxros2.node, with the publishers and subscriptions that rclpy's nodes make."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from ...node import Node as BaseNode
from ...qos import QoSProfile
from ..core.background import background_loop

if TYPE_CHECKING:
    from .topics import Pub, Sub


class Node(BaseNode):
    """A ROS 2 node, as rxros2.node.Node, that also has these functions for programs that were written for rclpy."""

    _pub: ClassVar[type[Pub[Any]]]  # set by topics.py, which is made with nodes
    _sub: ClassVar[type[Sub[Any]]]

    def create_publisher(self, msg_type: type[Any], topic: str, qos_profile: QoSProfile | int) -> Pub[Any]:
        """A Pub of rxros2.aio.ros2 that no scope owns."""
        return self._pub(msg_type, topic, qos_profile, self, scope=None)

    def destroy_publisher(self, publisher: Pub[Any]) -> bool:
        publisher.close()
        return True

    def create_subscription(
        self,
        msg_type: type[Any] | str,
        topic: str,
        callback: Callable[[Any], object],
        qos_profile: QoSProfile | int,
        *,
        raw: bool = False,
    ) -> Sub[Any]:
        """A Sub of rxros2.aio.ros2 that no scope owns, and that calls `callback` with each message.

        It is called in the loop that runs here; where none does, in the thread of rxros2.aio.blocking. What it raises
        is logged, and ends the subscription.
        """
        sub: Sub[Any]

        def call(message: Any) -> None:
            try:
                callback(message)
            except Exception:
                self.logger.error(f'a callback of {sub.name} failed: {traceback.format_exc().rstrip()}')
                raise

        def make() -> Sub[Any]:
            nonlocal sub
            sub = self._sub(msg_type, topic, qos_profile, self, raw=raw, scope=None)
            sub.asap_callback.append(call)
            return sub

        async def made() -> Sub[Any]:
            return make()

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run_coroutine_threadsafe(made(), background_loop()).result()
        return make()

    def destroy_subscription(self, subscription: Sub[Any]) -> bool:
        subscription.close()
        return True
