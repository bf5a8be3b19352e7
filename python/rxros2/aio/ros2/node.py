# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Node: the node of rxros2.node, with rclpy's functions for publishers and subscriptions."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from ..._replay_state import is_replayed, stream_failed
from ..._sigterm import end_blocks
from ...backing.own import OwnNode
from ...node import Node as BaseNode
from ...qos import QoSProfile
from ...stream_errors import StreamError
from .. import blocking
from .dead_streams import DeadStreams

if TYPE_CHECKING:
    from .topics import Pub, Sub


class Node(BaseNode):
    """A ROS 2 node like rxros2.node.Node, with these functions for programs that were written for rclpy."""

    _pub: ClassVar[type[Pub[Any]]]  # set by topics.py, which imports this module
    _sub: ClassVar[type[Sub[Any]]]
    _dead: DeadStreams | None = None

    def create_publisher(
        self, msg_type: type[Any], topic: str, qos_profile: QoSProfile | int, *, use_shared_memory: bool = True
    ) -> Pub[Any]:
        """Returns a Pub of rxros2.aio.ros2 that no scope owns."""
        return self._pub(msg_type, topic, qos_profile, self, use_shared_memory=use_shared_memory, scope=None)

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

        def make() -> Sub[Any]:
            sub = self._sub(msg_type, topic, qos_profile, self, raw=raw, scope=None)
            sub.asap_callback.append(callback)
            return sub

        try:
            asyncio.get_running_loop()
        except RuntimeError:
            sub: Sub[Any] = blocking.run(make)
            return sub
        return make()

    def _stream_failed(self, failure: StreamError, error: Exception) -> None:
        """Makes an exception that nothing sees visible, and does what on_stream_error says. Call it in a loop."""
        if is_replayed():
            stream_failed(f'{self.name}: {failure.stream}: {failure.error}')
        else:
            if self._dead is None:
                self._dead = DeadStreams(self, OwnNode(self))
                self._entities.add(self._dead)
            with suppress(RuntimeError):  # the loop has ended
                self._dead.add(failure)
        if self.on_stream_error == 'shutdown':
            end_blocks(SystemExit(1))
        elif self.on_stream_error == 'raise':
            end_blocks(error)

    def destroy_subscription(self, subscription: Sub[Any]) -> bool:
        """Closes the subscription; returns True."""
        subscription.close()
        return True
