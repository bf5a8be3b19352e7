# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""qos_events: the QoS events of subscriptions and publishers as a stream."""

from __future__ import annotations

from typing import Any

from reactivex import Observable, abc
from reactivex.disposable import SingleAssignmentDisposable
from reactivex.subject import Subject

from ..aio.core.losses import LossCount, lost_messages
from ..aio.ros2.events import Kind
from ..backing import Subscription, TopicEndpoint
from ..qos import QoSProfile
from ..qos_events import OfPublisher, OfSubscription, QoSEvent, QoSEventKind, event_of
from .node import Node
from .stream import Attachment, Reporting
from .unhandled import report


class QoSEvents:
    """The QoS events of all from_topic() and publish_to_topic() that have it as argument."""

    def __init__(self) -> None:
        self._events: Subject[QoSEvent] = Subject()

    def stream(self) -> Observable[QoSEvent]:
        """Emits the events, each in the executor of its node. Never completes."""

        def subscribe(observer: abc.ObserverBase[QoSEvent], _: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            ended = SingleAssignmentDisposable()

            def happened(event: QoSEvent) -> None:
                try:
                    observer.on_next(event)
                except Exception as error:
                    ended.dispose()
                    observer.on_error(error)

            ended.disposable = self._events.subscribe(happened)
            return ended

        return Reporting(subscribe, 'qos_events')

    def attach(self, node: Node, name: str, endpoint: TopicEndpoint, kinds: list[Any]) -> list[Attachment]:
        """Emits the events of `endpoint`, made with those kinds, until the attachments are closed."""

        def attached(kind: OfSubscription | OfPublisher) -> Attachment:
            def happened() -> None:
                status = endpoint.take_event(kind)
                if status is None:
                    return
                try:
                    self._events.on_next(event_of(kind, status))
                except Exception as error:
                    report(node, f'qos_events of {name}', error)

            return Attachment(node, Kind(endpoint, kind), happened)

        return [attached(kind) for kind in kinds]


def warn_lost(node: Node, name: str, subscription: Subscription, qos: QoSProfile) -> Attachment:
    """Logs the messages that a subscription loses, until it is closed; used if the program does not take the events."""
    lost = LossCount()

    def happened() -> None:
        status = subscription.take_event(OfSubscription.MESSAGE_LOST)
        dropped = subscription.statistics()[2]
        if status is None or (dropped and qos.depth == 1):
            return  # a queue of one is there to hold the latest message only
        if lost.add(event_of(OfSubscription.MESSAGE_LOST, status).change):
            node.logger.warning(f'{name}: {lost_messages(lost, qos, dropped)}')

    return Attachment(node, Kind(subscription, OfSubscription.MESSAGE_LOST), happened)


def qos_events() -> QoSEvents:
    """Returns a stream of QoS events of the subscriptions and publishers that are made with it.

    ::

        events = qos_events()
        from_topic(n, Scan, '/scan', QoSProfile(deadline=0.1), events=events).pipe(…)
        events.stream().pipe(filter(lambda event: event.what == 'deadline_missed'), map(stop), …)

        scans               --1-1-1--------1-1--        (deadline: three dashes)
        events.stream()     M----------D--D-----        (M matched, D deadline_missed)

    Events come while the topic's stream has a subscriber, in its node's executor; events that occur while
    events.stream() has no subscriber are lost. Deadlines are watched if the QoS profile has one. Without this argument
    incompatible peers are logged.
    """
    return QoSEvents()


__all__ = ['QoSEvent', 'QoSEventKind', 'QoSEvents', 'qos_events']
