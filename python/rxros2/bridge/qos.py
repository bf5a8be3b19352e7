# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The QoS of a bridge's endpoints, copied from the announced QoS of a publisher."""

from __future__ import annotations

from typing import NamedTuple

from ..qos import DurabilityPolicy, HistoryPolicy, LivelinessPolicy, ReliabilityPolicy

_KEPT = 100
"""The depth of a publisher that announces none."""
_RECEIVED = 1000
"""The depth of subscriptions, which must hold what arrives while the other side is busy."""

Values = tuple[int, int, int, int, int, int, int, int]
"""History, depth, reliability, durability, deadline, lifespan, liveliness, lease; as in _core."""


class Kind(NamedTuple):
    """The policies that decide which subscription gets all messages of a publisher."""

    reliability: int
    durability: int
    keeps_all: bool

    @property
    def is_latched(self) -> bool:
        """Says whether late subscriptions get earlier messages."""
        return self.durability == DurabilityPolicy.TRANSIENT_LOCAL


def kind_of(announced: Values) -> Kind:
    """Returns the kind of a publisher. DDS knows durabilities that ROS 2 lacks; they latch messages, too."""
    history, _, reliability, durability, *_ = announced
    return Kind(
        ReliabilityPolicy.BEST_EFFORT if reliability == ReliabilityPolicy.BEST_EFFORT else ReliabilityPolicy.RELIABLE,
        DurabilityPolicy.VOLATILE if durability == DurabilityPolicy.VOLATILE else DurabilityPolicy.TRANSIENT_LOCAL,
        history == HistoryPolicy.KEEP_ALL,
    )


def of_subscription(kind: Kind) -> Values:
    """Returns the QoS of a subscription to the publishers of a kind."""
    history, depth = (HistoryPolicy.KEEP_ALL, 0) if kind.keeps_all else (HistoryPolicy.KEEP_LAST, _RECEIVED)
    return (history, depth, kind.reliability, kind.durability, 0, 0, LivelinessPolicy.AUTOMATIC, 0)


def of_counterpart(announced: Values, period: int) -> Values:
    """Returns the QoS of the publisher on the other side.

    Some publishers announce no depth. A deadline that is shorter than the `period` of a limited rate is left out.
    """
    _, depth, _, _, deadline, lifespan, liveliness, lease = announced
    kind = kind_of(announced)
    if kind.keeps_all:
        history, depth = HistoryPolicy.KEEP_ALL, 0
    else:
        history, depth = HistoryPolicy.KEEP_LAST, depth or (1 if kind.is_latched else _KEPT)
    if liveliness != LivelinessPolicy.MANUAL_BY_TOPIC:
        liveliness = LivelinessPolicy.AUTOMATIC
    return (
        history,
        depth,
        kind.reliability,
        kind.durability,
        0 if deadline < period else deadline,
        lifespan,
        liveliness,
        lease,
    )


def of_client(announced: Values) -> Values:
    """Returns the QoS of a client of a server."""
    _, depth, reliability, durability, *_ = announced
    return (HistoryPolicy.KEEP_LAST, depth or _KEPT, reliability, durability, 0, 0, LivelinessPolicy.AUTOMATIC, 0)
