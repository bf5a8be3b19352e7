# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""QoSEvent: an event of the middleware for a publisher or subscription, such as a missed deadline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

from . import _core
from .qos import QoSPolicyKind, QoSProfile

_Status = tuple[list[int], list[int], list[int]]
_Values = tuple[int, int, int, int, int, int, int, int]


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


def incompatibility(
    node: _core.Node, topic: str, qos: _Values, policy: int, *, publisher: bool = False
) -> tuple[str, bool]:
    """Returns a text for an event of incompatible QoS, and whether the graph knows the peer.

    The text names the topic, the policy, and its values on both sides. `topic` is fully qualified; `qos` is the
    profile of our side, which is the `publisher` or a subscription; `policy` is that of the event. The graph may learn
    of the peer later than the event occurs.
    """
    peer_values, unnamed = [], False
    for node_name, namespace, _, _, _, peer_qos in (
        node.subscriptions_of(topic) if publisher else node.publishers_of(topic)
    ):
        if _core.check_compatible(*((qos, peer_qos) if publisher else (peer_qos, qos)))[0] == _ERROR:
            value = _value(QoSProfile._from_values(peer_qos), policy)
            if node_name.startswith('_'):  # _NODE_NAME_UNKNOWN_: the endpoint is discovered before its node's name
                unnamed = True
                peer_values.append(f' ({value})')
            else:
                peer_values.append(f' of {namespace.rstrip("/")}/{node_name} ({value})')
    name = QoSPolicyKind(policy).name
    peers = ','.join(dict.fromkeys(peer_values))
    ours = _value(QoSProfile._from_values(qos), policy)
    if publisher:
        text = f'a subscription{peers} asks for another {name} than this publisher offers ({ours}): it gets no messages'
    else:
        text = (
            f'a publisher{peers} offers another {name} than this subscription asks for ({ours}): '
            'no messages come from it'
        )
    return f'{topic}: {text}', bool(peer_values) and not unnamed


_ERROR = 2  # rmw_qos_compatibility_type_t


def _value(qos: QoSProfile, policy: int) -> str:
    value = getattr(qos, QoSPolicyKind(policy).name.lower(), None)
    if isinstance(value, IntEnum):
        return value.name
    return 'none' if value is None else f'{value:g} s'
