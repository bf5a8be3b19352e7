# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""QoSEvent: what the middleware says of a publisher or subscription beside its messages; used by aio.ros2 and rx."""

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
    DEADLINE_MISSED = 'deadline_missed'
    """Nothing came, or was published, within the deadline."""
    LIVELINESS_CHANGED = 'liveliness_changed'
    """Of a subscription: `current` publishers are alive."""
    LIVELINESS_LOST = 'liveliness_lost'
    """Of a publisher: it did not assert itself in time."""
    INCOMPATIBLE_QOS = 'incompatible_qos'
    """A peer was not matched; `policy` says why."""
    MESSAGE_LOST = 'message_lost'
    """Samples never arrived."""
    MATCHED = 'matched'
    """`current` peers are matched."""


@dataclass(frozen=True)
class QoSEvent:
    """Counts that an event does not have are 0."""

    what: QoSEventKind
    total: int = 0
    """Times it has happened, since the publisher or subscription was made."""
    change: int = 0
    """Of them, since the last event."""
    current: int = 0
    """Peers alive or matched now."""
    current_change: int = 0
    """Of them, since the last event."""
    policy: int = 0
    """rmw_qos_policy_kind_t of the last incompatible peer."""


# Of a status of rxros2._core.
def _counted(what: QoSEventKind) -> Callable[[list[int], list[int], list[int]], QoSEvent]:
    return lambda totals, changes, rest: QoSEvent(what, totals[0], changes[0], policy=rest[0] if rest else 0)


def _alive(totals: list[int], changes: list[int], _: list[int]) -> QoSEvent:
    return QoSEvent(QoSEventKind.LIVELINESS_CHANGED, current=totals[0], current_change=changes[0])


def _matched(totals: list[int], changes: list[int], _: list[int]) -> QoSEvent:
    return QoSEvent(QoSEventKind.MATCHED, totals[0], changes[0], totals[1], changes[1])


class OfSubscription(IntEnum):
    """rcl_subscription_event_type_t."""

    DEADLINE_MISSED = 0
    LIVELINESS_CHANGED = 1
    INCOMPATIBLE_QOS = 2
    MESSAGE_LOST = 3
    MATCHED = 5


class OfPublisher(IntEnum):
    """rcl_publisher_event_type_t."""

    DEADLINE_MISSED = 0
    LIVELINESS_LOST = 1
    INCOMPATIBLE_QOS = 2
    MATCHED = 4


def event_of(kind: OfSubscription | OfPublisher, status: _Status) -> QoSEvent:
    what = QoSEventKind[kind.name]
    make = {QoSEventKind.LIVELINESS_CHANGED: _alive, QoSEventKind.MATCHED: _matched}.get(what) or _counted(what)
    return make(*status)


def all_kinds(of: type[OfSubscription] | type[OfPublisher], qos: QoSProfile) -> list[Any]:
    """Those to make the subscription or publisher with."""
    return [kind for kind in of if kind != of.DEADLINE_MISSED or qos.deadline]  # watching for it costs every message


def incompatibility(
    node: _core.Node, topic: str, qos: _Values, policy: int, *, publisher: bool = False
) -> tuple[str, bool]:
    """What to say of an event of incompatible QoS: topic, policy, and what either side has.

    `topic`: fully qualified. `qos`: of our side, which is the `publisher` or a subscription; `policy`: the event's.
    Whether the graph knows the other side, which it may do later than the event comes.
    """
    found, unnamed = [], False
    for node_name, namespace, _, _, _, theirs in (
        node.subscriptions_of(topic) if publisher else node.publishers_of(topic)
    ):
        if _core.check_compatible(*((qos, theirs) if publisher else (theirs, qos)))[0] == _ERROR:
            value = _value(QoSProfile._from_values(theirs), policy)
            if node_name.startswith('_'):  # _NODE_NAME_UNKNOWN_: an endpoint is known before its node's name
                unnamed = True
                found.append(f' ({value})')
            else:
                found.append(f' of {namespace.rstrip("/")}/{node_name} ({value})')
    name = QoSPolicyKind(policy).name
    peers = ','.join(dict.fromkeys(found))
    ours = _value(QoSProfile._from_values(qos), policy)
    if publisher:
        text = f'a subscription{peers} asks for another {name} than this publisher offers ({ours}): it gets no messages'
    else:
        text = (
            f'a publisher{peers} offers another {name} than this subscription asks for ({ours}): '
            'no messages come from it'
        )
    return f'{topic}: {text}', bool(found) and not unnamed


_ERROR = 2  # rmw_qos_compatibility_type_t


def _value(qos: QoSProfile, policy: int) -> str:
    value = getattr(qos, QoSPolicyKind(policy).name.lower(), None)
    if isinstance(value, IntEnum):
        return value.name
    return 'none' if value is None else f'{value:g} s'
