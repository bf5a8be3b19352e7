# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""StaticTransformBroadcaster: publishes transforms to /tf_static."""

from __future__ import annotations

from typing import Any

from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile

from rxros2.interfaces.tf2_msgs.msg import TFMessage

from .transform_broadcaster import as_list


class StaticTransformBroadcaster:
    """Publishes transforms that hold at all times; nodes that start later get them too. `qos` is a profile or depth."""

    def __init__(self, node: Any, qos: QoSProfile | int | None = None) -> None:
        if qos is None:
            qos = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL, history=HistoryPolicy.KEEP_LAST)
        self.pub_tf = node.create_publisher(TFMessage, '/tf_static', qos)
        self.net_message = TFMessage()

    def sendTransform(self, transform: Any) -> None:  # the name in tf2_ros
        """Publishes one or several TransformStamped with all that were sent before; one per child frame, the newest."""
        by_child = {sent.child_frame_id: sent for sent in (*self.net_message.transforms, *as_list(transform))}
        self.net_message.transforms = list(by_child.values())
        self.pub_tf.publish(self.net_message)
