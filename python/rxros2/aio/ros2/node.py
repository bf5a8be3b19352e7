# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node: the node of rxros2.node, with rclpy's functions for publishers and subscriptions."""

from __future__ import annotations

import asyncio
import inspect
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from ...node import Node as BaseNode
from ...qos import QoSProfile
from ..core.background import background_loop

if TYPE_CHECKING:
    from .topics import Pub, Sub


class Node(BaseNode):
    """A ROS 2 node like rxros2.node.Node, with these functions for programs that were written for rclpy."""

    _pub: ClassVar[type[Pub[Any]]]  # set by topics.py, which imports this module
    _sub: ClassVar[type[Sub[Any]]]

    def create_publisher(self, msg_type: type[Any], topic: str, qos_profile: QoSProfile | int) -> Pub[Any]:
        """Returns a Pub of rxros2.aio.ros2 that no scope owns."""
        return self._pub(msg_type, topic, qos_profile, self, scope=None)

    def destroy_publisher(self, publisher: Pub[Any]) -> bool:
        """Closes the publisher; returns True."""
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
        """Returns a Sub of rxros2.aio.ros2 that no scope owns and that calls `callback` with each message.

        The callback runs in the running loop; where none runs, in the thread of rxros2.aio.blocking. An exception is
        logged and ends the subscription. Raises TypeError for a coroutine function.
        """
        if inspect.iscoroutinefunction(callback):
            raise TypeError(
                f'create_subscription: the callback of {topic} is a coroutine function, which nobody would await; '
                f'expected a function, or a task that loops over ros2.Sub(…, {topic!r}).listen()'
            )
        sub: Sub[Any]

        def call(message: Any) -> None:
            try:
                callback(message)
            except Exception:
                self.logger.error(f'a callback of {sub.name} failed: {traceback.format_exc().rstrip()}')
                sub.close()

        def make() -> Sub[Any]:
            nonlocal sub
            sub = self._sub(msg_type, topic, qos_profile, self, raw=raw, scope=None)
            sub.asap_callback.append(call)
            return sub

        async def make_in_loop() -> Sub[Any]:
            return make()

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run_coroutine_threadsafe(make_in_loop(), background_loop()).result()
        return make()

    def destroy_subscription(self, subscription: Sub[Any]) -> bool:
        """Closes the subscription; returns True."""
        subscription.close()
        return True
