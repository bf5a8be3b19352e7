# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""QoSEvent: an event of the middleware for a publisher or subscription, such as a missed deadline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

from .qos import QoSProfile

_Status = tuple[list[int], list[int], list[int]]


class QoSEventKind(str, Enum):
    """The kinds of QoS events."""

    DEADLINE_MISSED = 'deadline_missed'
    """No message was received or published within the deadline."""
    LIVELINESS_CHANGED = 'liveliness_changed'
    """The number of living publishers of a subscription changed; it is `current`."""
    LIVELINESS_LOST = 'liveliness_lost'
    """A publisher did not assert its liveliness in time."""
    INCOMPATIBLE_QOS = 'incompatible_qos'
    """A peer was not matched because of the policy `policy`."""
    MESSAGE_LOST = 'message_lost'
    """Samples did not arrive."""
    MATCHED = 'matched'
    """The number of matched peers changed; it is `current`."""


@dataclass(frozen=True)
class QoSEvent:
    """A QoS event. Counts that do not belong to its kind are 0."""

    what: QoSEventKind
    total: int = 0
    """The number of occurrences since the publisher or subscription was made."""
    change: int = 0
    """The occurrences since the last event."""
    current: int = 0
    """The number of peers that are alive or matched now."""
    current_change: int = 0
    """The change of `current` since the last event."""
    policy: int = 0
    """The policy of the last incompatible peer, as rmw_qos_policy_kind_t."""


# The following functions make an event of a status of rxros2._core.
def _counted(kind: QoSEventKind) -> Callable[[list[int], list[int], list[int]], QoSEvent]:
    return lambda totals, changes, rest: QoSEvent(kind, totals[0], changes[0], policy=rest[0] if rest else 0)


def _alive(totals: list[int], changes: list[int], _: list[int]) -> QoSEvent:
    return QoSEvent(QoSEventKind.LIVELINESS_CHANGED, current=totals[0], current_change=changes[0])


def _matched(totals: list[int], changes: list[int], _: list[int]) -> QoSEvent:
    return QoSEvent(QoSEventKind.MATCHED, totals[0], changes[0], totals[1], changes[1])


class OfSubscription(IntEnum):
    """The events of subscriptions, numbered as in rcl_subscription_event_type_t."""

    DEADLINE_MISSED = 0
    LIVELINESS_CHANGED = 1
    INCOMPATIBLE_QOS = 2
    MESSAGE_LOST = 3
    MATCHED = 5


class OfPublisher(IntEnum):
    """The events of publishers, numbered as in rcl_publisher_event_type_t."""

    DEADLINE_MISSED = 0
    LIVELINESS_LOST = 1
    INCOMPATIBLE_QOS = 2
    MATCHED = 4


def event_of(kind: OfSubscription | OfPublisher, status: _Status) -> QoSEvent:
    """Returns the QoSEvent of a status."""
    event_kind = QoSEventKind[kind.name]
    make = {QoSEventKind.LIVELINESS_CHANGED: _alive, QoSEventKind.MATCHED: _matched}.get(event_kind) or _counted(
        event_kind
    )
    return make(*status)


def all_kinds(of: type[OfSubscription] | type[OfPublisher], qos: QoSProfile) -> list[Any]:
    """Returns the kinds of events with which to make a subscription or publisher of this QoS profile."""
    return [
        kind for kind in of if kind != of.DEADLINE_MISSED or qos.deadline
    ]  # watching the deadline costs time for each message
