# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Events of publishers and subscriptions, such as missed deadlines and matched peers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from .entity import Entity
from .impl.handle import Handle
from .impl.implementation import UnsupportedEventTypeError as UnsupportedEventTypeError
from .impl.reexports import reexports
from .waitable import NumberOfEntities, Waitable

if TYPE_CHECKING:
    from rxros2._core import Notifier

    from .callback_groups import CallbackGroup

__getattr__ = reexports(__name__)


class QoSPublisherEventType(IntEnum):
    """The kinds of events of publishers."""

    RCL_PUBLISHER_OFFERED_DEADLINE_MISSED = 0
    RCL_PUBLISHER_LIVELINESS_LOST = 1
    RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS = 2
    RCL_PUBLISHER_INCOMPATIBLE_TYPE = 3
    RCL_PUBLISHER_MATCHED = 4


class QoSSubscriptionEventType(IntEnum):
    """The kinds of events of subscriptions."""

    RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED = 0
    RCL_SUBSCRIPTION_LIVELINESS_CHANGED = 1
    RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS = 2
    RCL_SUBSCRIPTION_MESSAGE_LOST = 3
    RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE = 4
    RCL_SUBSCRIPTION_MATCHED = 5


@dataclass
class _Counted:
    total_count: int = 0
    total_count_change: int = 0


class QoSRequestedDeadlineMissedInfo(_Counted):
    """A subscription received no message within its deadline."""


class QoSOfferedDeadlineMissedInfo(_Counted):
    """A publisher did not publish within its deadline."""


class QoSLivelinessLostInfo(_Counted):
    """A publisher did not assert its liveliness in time."""


class QoSMessageLostInfo(_Counted):
    """Messages were lost."""


class IncompatibleTypeInfo(_Counted):
    """A peer has another type."""


@dataclass
class QoSLivelinessChangedInfo:
    """The number of living publishers changed."""

    alive_count: int = 0
    not_alive_count: int = 0
    alive_count_change: int = 0
    not_alive_count_change: int = 0


@dataclass
class QoSRequestedIncompatibleQoSInfo(_Counted):
    """A publisher offers a QoS profile that the subscription cannot use."""

    last_policy_kind: int = 0


@dataclass
class QoSOfferedIncompatibleQoSInfo(_Counted):
    """A subscription requests a QoS profile that the publisher does not offer."""

    last_policy_kind: int = 0


@dataclass
class _Matched:
    total_count: int = 0
    current_count: int = 0
    total_count_change: int = 0
    current_count_change: int = 0


class QoSSubscriptionMatchedInfo(_Matched):
    """The number of matched publishers changed."""


class QoSPublisherMatchedInfo(_Matched):
    """The number of matched subscriptions changed."""


# Indexed by the enumerations above.
_OF_PUBLISHERS = [
    QoSOfferedDeadlineMissedInfo,
    QoSLivelinessLostInfo,
    QoSOfferedIncompatibleQoSInfo,
    IncompatibleTypeInfo,
    QoSPublisherMatchedInfo,
]
_OF_SUBSCRIPTIONS = [
    QoSRequestedDeadlineMissedInfo,
    QoSLivelinessChangedInfo,
    QoSRequestedIncompatibleQoSInfo,
    QoSMessageLostInfo,
    IncompatibleTypeInfo,
    QoSSubscriptionMatchedInfo,
]


class EventHandler(Entity, Waitable):
    """Calls back for one kind of event of a publisher or subscription, with the changes since the last call."""

    callback_group: CallbackGroup

    def __init__(
        self, *, callback_group: CallbackGroup, callback: Callable[[Any], Any], event_type: IntEnum, parent_impl: Handle
    ) -> None:
        """`parent_impl` is the handle of the publisher or subscription.

        Raises UnsupportedEventTypeError for a mismatch that the node logs, since the endpoint was made without a
        callback for it, and with use_default_callbacks.
        """
        Waitable.__init__(self, callback_group)
        self.callback = callback
        self.event_type = event_type
        self._endpoint = parent_impl.core
        try:
            self._endpoint.listen_event(int(event_type), None, 0)
        except ValueError:
            raise UnsupportedEventTypeError(
                f'{parent_impl!r} does not watch the event {event_type.name}, because its node logs it: make it with '
                'a callback for this event, or with use_default_callbacks=False'
            ) from None
        publisher = isinstance(event_type, QoSPublisherEventType)
        self._info = (_OF_PUBLISHERS if publisher else _OF_SUBSCRIPTIONS)[event_type]
        self._handle = Handle(f'the event handler of {event_type.name}')

    def get_num_entities(self) -> NumberOfEntities:
        """Returns one event."""
        return NumberOfEntities(num_events=1)

    def _listen(self, notifier: Notifier | None, key: int) -> None:
        self._endpoint.listen_event(int(self.event_type), notifier, key)

    def _take(self) -> Callable[[], Any] | None:
        status = self._endpoint.take_event(int(self.event_type))
        if status is None:
            return None
        totals, changes, rest = status
        return lambda: self.callback(self._info(*totals, *changes, *rest))


QoSEventHandler = EventHandler


class _EventCallbacks:
    """Callbacks by the kind of event, or None."""

    _KINDS: dict[str, IntEnum]
    use_default_callbacks: bool

    def _by_kind(self) -> dict[IntEnum, Callable[[Any], Any]]:
        """Returns the callbacks by kind."""
        return {kind: getattr(self, name) for name, kind in self._KINDS.items() if getattr(self, name) is not None}

    def _make(self, callback_group: CallbackGroup, endpoint: Handle) -> list[EventHandler]:
        """Returns a handler for each callback."""
        return [
            EventHandler(callback_group=callback_group, callback=callback, event_type=kind, parent_impl=endpoint)
            for kind, callback in self._by_kind().items()
        ]

    def _watched(self) -> list[int]:
        """Returns the kinds of events to watch: those for which an EventHandler may be made at any time.

        A node logs mismatches whose events are not watched.
        """
        logged = ('incompatible_qos', 'incompatible_type') if self.use_default_callbacks else ()
        return [int(kind) for name, kind in self._KINDS.items() if name not in logged or getattr(self, name)]


class SubscriptionEventCallbacks(_EventCallbacks):
    """Callbacks of a subscription: deadline, liveliness, incompatible_qos, message_lost, incompatible_type, matched."""

    _KINDS = {  # noqa: RUF012
        'deadline': QoSSubscriptionEventType.RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED,
        'liveliness': QoSSubscriptionEventType.RCL_SUBSCRIPTION_LIVELINESS_CHANGED,
        'incompatible_qos': QoSSubscriptionEventType.RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS,
        'message_lost': QoSSubscriptionEventType.RCL_SUBSCRIPTION_MESSAGE_LOST,
        'incompatible_type': QoSSubscriptionEventType.RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE,
        'matched': QoSSubscriptionEventType.RCL_SUBSCRIPTION_MATCHED,
    }

    def __init__(
        self,
        *,
        deadline: Callable[[Any], Any] | None = None,
        incompatible_qos: Callable[[Any], Any] | None = None,
        liveliness: Callable[[Any], Any] | None = None,
        message_lost: Callable[[Any], Any] | None = None,
        incompatible_type: Callable[[Any], Any] | None = None,
        matched: Callable[[Any], Any] | None = None,
        use_default_callbacks: bool = True,
    ) -> None:
        self.deadline = deadline
        self.incompatible_qos = incompatible_qos
        self.liveliness = liveliness
        self.message_lost = message_lost
        self.incompatible_type = incompatible_type
        self.matched = matched
        self.use_default_callbacks = use_default_callbacks

    def create_event_handlers(
        self, callback_group: CallbackGroup, subscription: Handle, topic_name: str
    ) -> list[EventHandler]:
        """Returns a handler for each callback; `subscription` is a handle. The node logs what no callback gets."""
        return self._make(callback_group, subscription)


class PublisherEventCallbacks(_EventCallbacks):
    """Callbacks of a publisher: deadline, liveliness, incompatible_qos, incompatible_type, matched."""

    _KINDS = {  # noqa: RUF012
        'deadline': QoSPublisherEventType.RCL_PUBLISHER_OFFERED_DEADLINE_MISSED,
        'liveliness': QoSPublisherEventType.RCL_PUBLISHER_LIVELINESS_LOST,
        'incompatible_qos': QoSPublisherEventType.RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS,
        'incompatible_type': QoSPublisherEventType.RCL_PUBLISHER_INCOMPATIBLE_TYPE,
        'matched': QoSPublisherEventType.RCL_PUBLISHER_MATCHED,
    }

    def __init__(
        self,
        *,
        deadline: Callable[[Any], Any] | None = None,
        liveliness: Callable[[Any], Any] | None = None,
        incompatible_qos: Callable[[Any], Any] | None = None,
        incompatible_type: Callable[[Any], Any] | None = None,
        matched: Callable[[Any], Any] | None = None,
        use_default_callbacks: bool = True,
    ) -> None:
        self.deadline = deadline
        self.liveliness = liveliness
        self.incompatible_qos = incompatible_qos
        self.incompatible_type = incompatible_type
        self.matched = matched
        self.use_default_callbacks = use_default_callbacks

    def create_event_handlers(
        self, callback_group: CallbackGroup, publisher: Handle, topic_name: str
    ) -> list[EventHandler]:
        """Returns a handler for each callback; `publisher` is a handle. The node logs what no callback gets."""
        return self._make(callback_group, publisher)
