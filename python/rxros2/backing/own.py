# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What the endpoints of a node's streams are made with: our client library, or a node of an installed rclpy."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .. import _core
from ..aio.ros2 import _rclpy
from ..aio.ros2._rclpy import RclpyNode, refuse_events
from ..messages import interface
from ..messages.codec import announced, codec_of
from ..qos import QoSProfile

if TYPE_CHECKING:
    from .node import Node


class Own:
    """Of a node of ours."""

    tells_events = True

    def __init__(self, node: Node) -> None:
        self._node = node

    def interface(self, package: str, kind: str, name: str) -> Any:
        return interface(f'{package}/{kind}/{name}')

    def codec(self, cls: Any) -> Any:
        return codec_of(cls)

    def subscription(self, topic: str, cls: Any, qos: QoSProfile, kinds: list[Any]) -> Any:
        return _core.Subscription(self._node._core, topic, announced(cls), qos._values(), kinds)

    def publisher(self, topic: str, cls: Any, qos: QoSProfile, kinds: list[Any]) -> Any:
        return _core.Publisher(self._node._core, topic, announced(cls), qos._values(), kinds)

    def client(self, service: str, srv_type: Any) -> Any:
        return _core.Client(self._node._core, service, announced(srv_type))

    def server(self, service: str, srv_type: Any) -> Any:
        return _core.Server(self._node._core, service, announced(srv_type))

    def timer(self, period: int, clock: int) -> Any:
        core = self._node._core
        return _core.Timer(core, _core.Clock.of(core) if clock == 1 else _core.Clock(clock), period)

    def is_simulated(self) -> bool:
        return _core.Clock.of(self._node._core).is_simulated()


class OfRclpy:
    """Of a node of rclpy, which decodes messages itself and warns of incompatible QoS."""

    tells_events = False

    def __init__(self, node: RclpyNode) -> None:
        self.node = node

    def interface(self, package: str, kind: str, name: str) -> Any:
        return getattr(importlib.import_module(f'{package}.{kind}'), name)

    def codec(self, cls: Any) -> Any:
        return _rclpy.AS_IS

    def subscription(self, topic: str, cls: Any, qos: QoSProfile, kinds: list[Any]) -> Any:
        return _rclpy.Subscription(self.node, cls, topic, qos, False)

    def publisher(self, topic: str, cls: Any, qos: QoSProfile, kinds: list[Any]) -> Any:
        return _rclpy.Publisher(self.node, cls, topic, qos)

    def client(self, service: str, srv_type: Any) -> Any:
        return _rclpy.Client(self.node, srv_type, service, _rclpy.SERVICES)

    def server(self, service: str, srv_type: Any) -> Any:
        return _rclpy.Server(self.node, srv_type, service, _rclpy.SERVICES)

    def timer(self, period: int, clock: int) -> Any:
        return _rclpy.Timer(self.node, period, clock)

    def is_simulated(self) -> bool:
        return bool(getattr(self.node.rclpy.get_clock(), 'ros_time_is_active', False))


def events_of(backing: Own | OfRclpy, events: Any) -> None:
    """TypeError for events where nobody tells them."""
    if not backing.tells_events:
        refuse_events(events)
