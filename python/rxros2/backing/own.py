# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""OwnNode: the backing on a node of this package."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

from .. import _core
from .._replay_state import is_replayed
from ..clock_type import ClockType
from ..messages import interface
from ..messages.codec import announced, codec_of
from ..node import Node
from ..qos import QoSProfile, qos_profile_services_default, to_profile


class OwnNode:
    """Creates endpoints with the extension module."""

    reports_events = True

    def __init__(self, node: Node) -> None:
        self._node = node

    @property
    def programs(self) -> Node:
        """The rxros2 node that programs use."""
        return self._node

    @property
    def closables(self) -> weakref.WeakSet[Any]:
        """Weak set of the objects that the node closes when it is closed."""
        return self._node._entities

    def interface(self, package: str, kind: str, name: str) -> Any:
        """Returns the class of the definition `package/kind/name`. Raises InterfaceNotFound if it does not exist."""
        return interface(f'{package}/{kind}/{name}')

    def profile(self, qos: Any) -> QoSProfile:
        """Returns a QoSProfile for a depth, a QoSProfile or one of rclpy. Raises TypeError for another object."""
        return to_profile(qos)

    def codec(self, cls: Any) -> Any:
        """Returns the codec that serializes messages of a class."""
        return codec_of(cls)

    def subscription(
        self, topic: str, cls: Any, qos: Any, kinds: Sequence[int], raw: bool = False
    ) -> _core.Subscription:
        """Creates a subscription; `cls` is a message class or the name of a type.

        `raw` is not used: take() returns serialized messages if it gets no codec.
        """
        return _core.Subscription(self._node._core, topic, _name_of(cls), to_profile(qos)._values(), [*kinds])

    def publisher(
        self, topic: str, cls: Any, qos: Any, kinds: Sequence[int], use_shared_memory: bool = True
    ) -> _core.Publisher:
        """Creates a publisher; `cls` is a message class or the name of a type."""
        values = to_profile(qos)._values()
        return _core.Publisher(self._node._core, topic, _name_of(cls), values, [*kinds], use_shared_memory)

    def client(self, service: str, srv_type: Any, qos: Any = qos_profile_services_default) -> _core.Client:
        """Creates a client and announces the type hash of the service in discovery."""
        return _core.Client(self._node._core, service, announced(srv_type), to_profile(qos)._values())

    def server(self, service: str, srv_type: Any, qos: Any = qos_profile_services_default) -> _core.Server:
        """Creates a server and announces the type hash of the service in discovery."""
        return _core.Server(self._node._core, service, announced(srv_type), to_profile(qos)._values())

    def timer(self, period: int, clock: ClockType = ClockType.ROS_TIME) -> _core.Timer:
        """Creates a timer with a period in nanoseconds.

        It uses the node's clock for ROS_TIME, and a new clock for the other types.
        """
        core = self._node._core
        time = _core.Clock.of(core) if clock == ClockType.ROS_TIME else _core.Clock(clock)
        return _core.Timer(core, time, period)

    def wait_clock(self) -> _core.WaitClock:
        """Creates a clock for waits that follows the node's clock."""
        return _core.WaitClock(_core.Clock.of(self._node._core))

    def graph_events(self) -> _core.GraphEvents | None:
        """Creates a source of graph changes; returns None in a replay."""
        # A replay runs without threads, and its graph contains only the program itself.
        return None if is_replayed() else _core.GraphEvents(self._node._core)

    def is_simulated(self) -> bool:
        """Returns whether the node's clock follows simulated time."""
        return _core.Clock.of(self._node._core).is_simulated()

    def close(self) -> None:
        """Closes the node and all its endpoints."""
        self._node.close()


def _name_of(msg_type: Any) -> str:
    return msg_type if isinstance(msg_type, str) else announced(msg_type)
