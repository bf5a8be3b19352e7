# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""TransformListener: fills a buffer from /tf and /tf_static."""

from __future__ import annotations

import contextlib
from threading import Thread
from typing import Any

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile

from rxros2.interfaces.tf2_msgs.msg import TFMessage

DEFAULT_TF_TOPIC = '/tf'
DEFAULT_STATIC_TF_TOPIC = '/tf_static'
_AUTHORITY = 'default_authority'


class TransformListener:
    """Subscribes to transforms, as long as its node exists, and inserts them into a buffer.

    With `spin_thread` a thread of its own spins the node, so that callbacks of other nodes may wait for transforms.
    `qos` and `static_qos` are profiles or depths.
    """

    def __init__(
        self,
        buffer: Any,
        node: Any,
        *,
        spin_thread: bool = False,
        qos: QoSProfile | int | None = None,
        static_qos: QoSProfile | int | None = None,
        tf_topic: str = DEFAULT_TF_TOPIC,
        tf_static_topic: str = DEFAULT_STATIC_TF_TOPIC,
    ) -> None:
        self.buffer = buffer
        self.node = node
        self.group = ReentrantCallbackGroup()  # callbacks of the node that wait for a transform do not block it
        self.tf_sub = node.create_subscription(
            TFMessage,
            tf_topic,
            self.callback,
            _profile(DurabilityPolicy.VOLATILE) if qos is None else qos,
            callback_group=self.group,
        )
        self.tf_static_sub = node.create_subscription(
            TFMessage,
            tf_static_topic,
            self.static_callback,
            _profile(DurabilityPolicy.TRANSIENT_LOCAL) if static_qos is None else static_qos,
            callback_group=self.group,
        )
        self.executor = SingleThreadedExecutor() if spin_thread else None
        if self.executor is not None:
            self.executor.add_node(node)
            self.dedicated_listener_thread = Thread(target=_spin, args=(self.executor,), daemon=True)
            self.dedicated_listener_thread.start()

    def unregister(self) -> None:
        """Ends the subscriptions. A thread of `spin_thread` still spins the node, until the context is shut down."""
        self.node.destroy_subscription(self.tf_sub)
        self.node.destroy_subscription(self.tf_static_sub)

    def callback(self, data: Any) -> None:
        """Inserts the transforms of a message."""
        for transform in data.transforms:
            self.buffer.set_transform(transform, _AUTHORITY)

    def static_callback(self, data: Any) -> None:
        """Inserts the transforms of a message, which hold at all times."""
        for transform in data.transforms:
            self.buffer.set_transform_static(transform, _AUTHORITY)


def _spin(executor: SingleThreadedExecutor) -> None:
    with contextlib.suppress(ExternalShutdownException):  # the context has been shut down
        executor.spin()


def _profile(durability: DurabilityPolicy) -> QoSProfile:
    return QoSProfile(depth=100, durability=durability, history=HistoryPolicy.KEEP_LAST)
