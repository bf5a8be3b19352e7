# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""TransformBroadcaster: publishes transforms to /tf."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile

from rxros2.interfaces.tf2_msgs.msg import TFMessage


class TransformBroadcaster:
    """Publishes transforms of moving frames. `qos` is a profile or a depth."""

    def __init__(self, node: Any, qos: QoSProfile | int | None = None) -> None:
        if qos is None:
            qos = QoSProfile(depth=100, durability=DurabilityPolicy.VOLATILE, history=HistoryPolicy.KEEP_LAST)
        self.pub_tf = node.create_publisher(TFMessage, '/tf', qos)

    def sendTransform(self, transform: Any) -> None:  # the name in tf2_ros
        """Publishes a TransformStamped, or several in one message."""
        self.pub_tf.publish(TFMessage(transforms=as_list(transform)))


def as_list(transform: Any) -> list[Any]:
    """Returns a list of one or several transforms."""
    return list(transform) if isinstance(transform, Iterable) else [transform]
