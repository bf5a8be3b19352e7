# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""TimeSource: gives clocks the time of a node, which follows /clock if its parameter use_sim_time is set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rxros2 import _core

from .clock import ROSClock
from .impl.reexports import reexports
from .time import Time

if TYPE_CHECKING:
    from .node import Node

__getattr__ = reexports(__name__)

CLOCK_TOPIC = '/clock'
USE_SIM_TIME_NAME = 'use_sim_time'


class TimeSource:
    """Gives attached clocks the time of a node. A node's own clock does not need one."""

    def __init__(self, *, node: Node | None = None) -> None:
        self._node: Node | None = None
        self._clocks: list[ROSClock] = []
        self._is_active = False
        if node is not None:
            self.attach_node(node)

    @property
    def ros_time_is_active(self) -> bool:
        """True while the attached clocks follow simulated time. Assigning starts or ends that.

        A node decides by its parameter use_sim_time; the value that is assigned holds until the parameter changes.
        """
        return self._is_active if self._node is None else self._node.get_clock()._core.is_simulated()

    @ros_time_is_active.setter
    def ros_time_is_active(self, enabled: bool) -> None:
        self._is_active = enabled
        for clock in self._clocks:
            clock._set_ros_time_is_active(enabled)

    def attach_node(self, node: Node) -> None:
        """Gives the attached clocks the time of the node."""
        self._node = node
        for clock in self._clocks:
            clock._core = _core.Clock.of(node._core)

    def detach_node(self) -> None:
        """Gives the attached clocks the system's time."""
        self._node = None
        for clock in self._clocks:
            clock._core = _core.Clock(clock.clock_type)
            clock._set_ros_time_is_active(self._is_active)

    def clock_callback(self, msg: Any) -> None:
        """Sets the attached clocks to the time of a rosgraph_msgs/msg/Clock."""
        for clock in self._clocks:
            clock.set_ros_time_override(Time.from_msg(msg.clock))

    def attach_clock(self, clock: ROSClock) -> None:
        """Attaches a clock. Raises ValueError for a clock that is not of ROS time."""
        if not isinstance(clock, ROSClock):
            raise ValueError(f'attach_clock: found {clock!r}; expected a clock of ROS_TIME')
        self._clocks.append(clock)
        if self._node is not None:
            clock._core = _core.Clock.of(self._node._core)
        elif self._is_active:
            clock._set_ros_time_is_active(True)
