# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_topic and publish_to_topic: topics as streams."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from reactivex import Observable, abc
from reactivex.disposable import SingleAssignmentDisposable

from .._caller import place_of, user_frame
from ..backing import kinds_to_watch
from ..backing.rclpy_node import refuse_rclpy
from ..messages.codec import announced_if_known
from ..names import text
from ..qos import DurabilityPolicy, HistoryPolicy, QoSProfile, to_profile
from ..qos_events import OfPublisher, OfSubscription
from .assembly import operator
from .node import Node, as_node
from .qos_events import QoSEvents, warn_lost
from .stream import Attachment, SharedSource, Stream, Subscriber, node_of
from .unhandled import report

_T = TypeVar('_T')

_AT_ONCE = 64
"""The most messages that are taken before the executor serves other sources."""


def from_topic(
    node: Node,
    topic_type: type[_T] | str,
    topic_name: str,
    qos: QoSProfile | int = 10,
    *,
    events: QoSEvents | None = None,
) -> Stream[_T]:
    """Emits the messages that arrive on a topic.

    ::

        topic                  --a--b-----c--
        from_topic(n, T, t)    --a--b-----c--|      (| the node was closed, or shutdown())

    All subscribers of the stream and of streams piped from it share one ROS subscription: made with the first, removed
    with the last, made again with the next. With transient_local QoS a later subscriber begins with the last items that
    arrived, as many as the QoS depth. While the executor is busy messages wait in C++, as many as the depth; beyond
    that the oldest is dropped, which the node's log reports. Numeric arrays of messages are read-only. `events`
    (qos_events()) emits the QoS events of the subscription.

    The type may be its name, 'std_msgs/msg/String', and need not be known: items are then encoded samples, bytes or an
    object with the interface of bytes, which publish_to_topic() with the same name forwards.

    Raises TypeError for a class that is not of rxros2.interfaces; a topic's name that ROS 2 does not allow is the
    stream's ValueError.
    """
    return _Topic(as_node(node), topic_type, text('topic', topic_name), to_profile(qos), events).stream()


class _Topic(SharedSource[_T]):
    def __init__(
        self, node: Node, topic_type: type[_T] | str, topic: str, qos: QoSProfile, events: QoSEvents | None
    ) -> None:
        super().__init__(node, f'from_topic({topic})')
        self._kinds = kinds_to_watch(node._backing, OfSubscription, qos, events, [OfSubscription.MESSAGE_LOST])
        self._codec = _codec(node, topic_type)
        self._type = topic_type
        self._topic = topic
        self._qos = qos
        self._events = events
        self._attachments: list[Attachment] = []
        self._history: deque[_T] | None = None
        if qos.durability == DurabilityPolicy.TRANSIENT_LOCAL:
            self._history = deque(maxlen=None if qos.history == HistoryPolicy.KEEP_ALL else qos.depth)

    def _add(self, subscriber: Subscriber[_T]) -> None:
        if self._history is None:
            super()._add(subscriber)
        else:
            self._node.scheduler.run(self._add_latched, subscriber)

    def _add_latched(self, subscriber: Subscriber[_T]) -> None:
        """Adds a subscriber in the executor, so that no item is lost between the history and the first new one."""
        if subscriber.ended:
            return
        for item in tuple(self._history or ()):
            subscriber.next(item)
        if not subscriber.ended:
            super()._add(subscriber)

    def _connect(self) -> None:
        kinds = self._kinds
        core = self._node._backing.subscription(self._topic, self._type, self._qos, kinds)
        self._attachments = [Attachment(self._node, core, lambda: self._drain(core))]
        if self._events is not None:
            self._attachments += self._events.attach(self._node, self._name, core, kinds)
        else:
            self._attachments += [warn_lost(self._node, self._name, core, self._qos) for _ in kinds]

    def _disconnect(self) -> None:
        attachments, self._attachments = self._attachments, []
        for attachment in attachments:
            attachment.close()
        if self._history is not None:
            self._history.clear()

    def _drain(self, core: Any) -> None:
        for message in core.take(self._codec, _AT_ONCE):
            if self._history is not None:
                self._history.append(message)
            self._next(message)


def _codec(node: Node, topic_type: Any) -> Any:
    """Returns the codec of a message class; None for the name of a type, whose items are encoded samples."""
    if not isinstance(topic_type, str):
        return node._backing.codec(topic_type)
    refuse_rclpy(node._backing, f'the type {topic_type} by its name')
    announced_if_known(topic_type)
    return None


def publish_to_topic(
    node: Node,
    topic_type: type[Any] | str,
    topic_name: str,
    qos: QoSProfile | int = 10,
    *,
    events: QoSEvents | None = None,
    use_shared_memory: bool = True,
) -> Callable[[Observable[_T]], Stream[_T]]:
    """source.pipe(publish_to_topic(node, T, topic)) publishes each item and emits it unchanged.

    ::

        source                       --1--2--|
        publish_to_topic(n, T, t)    --1--2--|       (and 1, 2 on the topic)

    Unlike other operators it does not need a subscriber: the pipe starts with the first subscriber of it or of a stream
    piped from it, at the latest in the next turn of the node's executor. The node is the subscriber of a pipe that
    started without one, until the first other subscriber. However many subscribers there are, the source is subscribed
    to once. A source without a scheduler runs in the node's executor. The publisher exists while the pipe runs;
    `events` (qos_events()) emits its QoS events. `use_shared_memory`: False sends large messages over the network to
    processes of this host, too. The type may be its name: items are then encoded samples, as from_topic() emits them.
    An item that is not a message of the type is the stream's TypeError or ValueError, which names the field.
    """
    text('topic', topic_name)
    on = as_node(node)
    codec = _codec(on, topic_type)
    profile = to_profile(qos)
    kinds = kinds_to_watch(on._backing, OfPublisher, profile, events)

    def publish(source: Observable[_T]) -> Stream[_T]:
        node_of(source)  # the executor subscribes to it soon, so that it is not forgotten
        return _Publishing(on, source, codec, topic_type, topic_name, profile, events, kinds, use_shared_memory).stream(
            reported=False
        )

    return operator(on, f'publish_to_topic({topic_name})', publish)


class _Publishing(SharedSource[_T]):
    _is_sink = True

    def __init__(
        self,
        node: Node,
        source: Observable[_T],
        codec: Any,
        type_: Any,
        topic: str,
        qos: QoSProfile,
        events: QoSEvents | None,
        kinds: list[Any],
        use_shared_memory: bool,
    ) -> None:
        super().__init__(node, f'publish_to_topic({topic})')
        self._source = source
        self._codec = codec
        self._type = type_
        self._topic = topic
        self._qos = qos
        self._events = events
        self._kinds = kinds
        self._use_shared_memory = use_shared_memory
        self._attachments: list[Attachment] = []
        self._started = False
        self._publisher: Any = None
        self._upstream: abc.DisposableBase | None = None
        self._owner: Subscriber[_T] | None = None
        node._has_streams = True
        self._place = place_of(user_frame())
        node.scheduler.post(self._start_alone)

    def _start_alone(self) -> None:
        """Makes the node the subscriber if there is no other, in the executor's next turn."""
        with self._lock:
            if self._started:
                return
            self._started = True
            self._owner = owner = Subscriber(
                self._node, self._name, _Owner(self._node, self._name, self._place), self._subscriber_left
            )
        super()._add(owner)

    def _add(self, subscriber: Subscriber[_T]) -> None:
        with self._lock:
            self._started = True
            owner, self._owner = self._owner, None
        super()._add(subscriber)
        if owner is not None:
            owner.dispose()

    def _connect(self) -> None:
        kinds = self._kinds
        self._publisher = publisher = self._node._backing.publisher(
            self._topic, self._type, self._qos, kinds, self._use_shared_memory
        )
        if self._events is not None:
            self._attachments = self._events.attach(self._node, self._name, publisher, kinds)
        self._upstream = upstream = SingleAssignmentDisposable()

        def publish(item: _T) -> None:
            if upstream.is_disposed:
                return
            try:
                if self._codec is None:
                    publisher.publish_bytes(item)
                else:
                    publisher.publish(self._codec, item)
            except Exception as error:
                self._end(error)
            else:
                self._next(item)

        def failed(error: Exception) -> None:
            if not upstream.is_disposed:
                self._end(error)

        def completed() -> None:
            if not upstream.is_disposed:
                self._end(None)

        upstream.disposable = self._source.subscribe(publish, failed, completed, scheduler=self._node.scheduler)

    def _disconnect(self) -> None:
        upstream, self._upstream = self._upstream, None
        publisher, self._publisher = self._publisher, None
        attachments, self._attachments = self._attachments, []
        for attachment in attachments:
            attachment.close()
        if upstream is not None:
            upstream.dispose()
        if publisher is not None:
            publisher.close()


class _Owner(abc.ObserverBase[Any]):
    """Subscribes in the node's name."""

    def __init__(self, node: Node, name: str, place: str) -> None:
        self._node = node
        self._name = name
        self._place = place

    def on_next(self, value: Any) -> None:
        """Ignores an item."""
        pass

    def on_error(self, error: Exception) -> None:
        """Logs the error."""
        report(self._node, self._name, error, self._place)

    def on_completed(self) -> None:
        """Ignores the completion."""
        pass


__all__ = ['from_topic', 'publish_to_topic']
