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
        return self._node

    @property
    def closables(self) -> weakref.WeakSet[Any]:
        return self._node._entities

    def interface(self, package: str, kind: str, name: str) -> Any:
        return interface(f'{package}/{kind}/{name}')

    def profile(self, qos: Any) -> QoSProfile:
        return to_profile(qos)

    def codec(self, cls: Any) -> Any:
        return codec_of(cls)

    def subscription(
        self, topic: str, cls: Any, qos: Any, kinds: Sequence[int], raw: bool = False
    ) -> _core.Subscription:
        return _core.Subscription(self._node._core, topic, _name_of(cls), to_profile(qos)._values(), [*kinds])

    def publisher(self, topic: str, cls: Any, qos: Any, kinds: Sequence[int]) -> _core.Publisher:
        return _core.Publisher(self._node._core, topic, _name_of(cls), to_profile(qos)._values(), [*kinds])

    def client(self, service: str, srv_type: Any, qos: Any = qos_profile_services_default) -> _core.Client:
        return _core.Client(self._node._core, service, announced(srv_type), to_profile(qos)._values())

    def server(self, service: str, srv_type: Any, qos: Any = qos_profile_services_default) -> _core.Server:
        return _core.Server(self._node._core, service, announced(srv_type), to_profile(qos)._values())

    def timer(self, period: int, clock: ClockType = ClockType.ROS_TIME) -> _core.Timer:
        core = self._node._core
        time = _core.Clock.of(core) if clock == ClockType.ROS_TIME else _core.Clock(clock)
        return _core.Timer(core, time, period)

    def wait_clock(self) -> _core.WaitClock:
        return _core.WaitClock(_core.Clock.of(self._node._core))

    def graph_events(self) -> _core.GraphEvents | None:
        # A replay runs without threads, and its graph contains only the program itself.
        return None if is_replayed() else _core.GraphEvents(self._node._core)

    def is_simulated(self) -> bool:
        return _core.Clock.of(self._node._core).is_simulated()

    def close(self) -> None:
        self._node.close()


def _name_of(msg_type: Any) -> str:
    return msg_type if isinstance(msg_type, str) else announced(msg_type)
