# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sub and Pub: topics under asyncio."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Generic, NamedTuple, TypeVar

from ...backing import Publisher, Subscription, TopicEndpoint, kinds_to_watch
from ...durations import time_limit
from ...graph_checks import unmatched
from ...messages.codec import announced
from ...missing_peers import missing_publisher, missing_subscription
from ...names import text
from ...node import Node
from ...qos import DurabilityPolicy, QoSProfile, qos_profile_system_default, to_profile
from ...qos_events import OfPublisher, OfSubscription, QoSEvent
from ..core import AUTO_SCOPE, Scope, SubClosed
from ..core.loop_bridge import bridge_of
from ..core.losses import LossCount, lost_messages
from ..core.scope import Owned
from . import node
from ._source import MiddlewareStatistics, SourceSub, statistics_of
from .events import Kind, QoSEvents, Watch
from .loans import LoanedMessage
from .session import Session, auto_session
from .wait_reports import WaitReports, log_wait

_MsgType = TypeVar('_MsgType')

QOS_DEFAULT = QoSProfile(depth=100)
QOS_TRANSIENT = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)

_AT_ONCE = 64
"""The most messages that are taken before the loop serves other sources."""


@dataclass(frozen=True)
class TopicInfo(Generic[_MsgType]):
    """A topic with its type and QoS profile: the arguments of a Sub or Pub."""

    topic: str
    msg_type: type[_MsgType] | str
    qos: QoSProfile | int = QOS_DEFAULT

    def as_arg(self) -> tuple[Any, str, QoSProfile | int]:
        """Returns the arguments for Node.create_publisher()."""
        return self.msg_type, self.topic, self.qos

    def as_kwarg(self) -> dict[str, Any]:
        """Returns the arguments by name."""
        return {'topic': self.topic, 'msg_type': self.msg_type, 'qos_profile': self.qos}


class MessageInfo(NamedTuple):
    """The information about a message beside its content."""

    source_timestamp: int
    """The time of publication, in nanoseconds of the publisher's system clock."""
    received_timestamp: int
    """The time of arrival, in nanoseconds of this machine's system clock."""
    publication_sequence_number: int | None
    """The publisher's number of the message; None if it came from another process."""
    reception_sequence_number: int | None
    """The subscription's number of the message."""
    publisher_gid: bytes


class _Matching:
    """The waits of a publisher or subscription for its first peer."""

    def __init__(self, endpoint: TopicEndpoint, event: int, watched: bool) -> None:
        """`watched` means that another object takes the endpoint's events and calls changed()."""
        self._endpoint = endpoint
        self._event = event
        self._watched = watched
        self._source = Kind(endpoint, event)
        self._waiting: list[asyncio.Future[None]] = []
        self._key = 0

    async def wait(
        self, timeout: float | None, otherwise: Callable[[], tuple[str, str]], report: Callable[[float], object]
    ) -> None:
        """Waits for a peer; raises TimeoutError with the texts of `otherwise`: what is missing, and why.

        `report` is called while the wait lasts long.
        """
        loop = asyncio.get_running_loop()
        limit = time_limit(timeout)
        bridge = bridge_of(loop)
        reports = WaitReports.of(loop)
        if not self._waiting and not self._watched:
            self._key = bridge.add(self._source, self._take)
        matched: asyncio.Future[None] = loop.create_future()
        self._waiting.append(matched)
        number = reports.begin(report)
        try:
            if self._endpoint.matched():
                return
            try:
                await asyncio.wait_for(matched, limit)
            except asyncio.TimeoutError:
                missing, reason = otherwise()
                raise TimeoutError(f'{missing} within {limit:g} s{": " if reason else ""}{reason}') from None
        finally:
            reports.end(number)
            self._waiting.remove(matched)
            if not self._waiting and not self._watched:
                self._source.close()
                bridge.remove(self._key)

    def _take(self) -> None:
        self._endpoint.take_event(self._event)
        self.changed()

    def changed(self) -> None:
        """Ends the waits if there is a peer now."""
        with suppress(RuntimeError):  # the endpoint is closed
            if self._endpoint.matched():
                for matched in self._waiting:
                    _end(matched, None)

    def closed(self, name: str) -> None:
        """Ends the waits by SubClosed. Any thread."""
        for matched in list(self._waiting):
            with suppress(RuntimeError):  # the loop is closed
                matched.get_loop().call_soon_threadsafe(_end, matched, SubClosed(f'{name} is closed'))


def _unmatched(session: Session, info: TopicInfo[Any], endpoint: Any, kind: str) -> tuple[str, str]:
    if session.backing.reports_events:
        type_ = info.msg_type if isinstance(info.msg_type, str) else announced(info.msg_type)
        missing, reason = unmatched(
            session.node, endpoint.topic(), type_, QoSProfile._from_values(endpoint.qos()), kind
        )
        if reason:
            return missing, reason
    return f'no {kind} of {info.topic}', ''


def _end(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


class Sub(SourceSub[_MsgType]):
    """Emits the messages of a topic.

    While the loop is busy messages wait in C++, at most as many as the depth of the QoS profile; beyond that the
    oldest is dropped. A sub that is made where no loop runs takes no message before a task waits for one. Numeric
    arrays of messages are read-only. A sub that somebody listens to and that has no publisher after 3 s says so once
    in the log of its node; so do lost messages.
    """

    def __init__(
        self,
        msg_type: type[_MsgType] | str,
        topic: str,
        qos_profile: QoSProfile | int = qos_profile_system_default,
        session: Session | Node | None = None,
        *,
        raw: bool = False,
        info: bool = False,
        events: QoSEvents | None = None,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """`msg_type` is a class of rxros2.interfaces; `session` is by default that of auto_context().

        `raw`: items are encoded samples, in CDR: bytes or, for large samples, a zero-copy object with the interface of
        bytes. The type may then be its name, 'my_msgs/msg/Foo', and need not be known. `info`: items are pairs of the
        item and a MessageInfo.

        Raises TypeError for another class, ValueError for a topic's name that ROS 2 does not allow.
        """
        text('topic', topic)
        super().__init__(scope=None)
        self.session = self._resolve_session(session)
        backing = self.session.backing
        self.topic_info: TopicInfo[Any] = TopicInfo(topic, msg_type, backing.profile(qos_profile))
        self._codec = None if raw else backing.codec(msg_type)
        self._raw, self._info = raw, info
        self._events = events
        self._kinds = kinds_to_watch(
            backing, OfSubscription, self.topic_info.qos, events, [OfSubscription.MESSAGE_LOST]
        )
        self.sub = self._resolve_sub(self.topic_info)
        self._matching = _Matching(self.sub, OfSubscription.MATCHED, events is not None)
        self._watch = Watch(self.sub, self._kinds, self._notify)
        self._logger = self.session.node.logger
        self._lost = LossCount()
        self._reports: WaitReports | None = None
        self._report_number = 0
        self.session._register(self)
        self._begin(self.sub, scope)
        if events is None and type(self) is Sub:
            self._report_discarded(sys._getframe(1))

    @classmethod
    def from_info(
        cls, info: TopicInfo[_MsgType], session: Session | Node | None = None, **options: Any
    ) -> Sub[_MsgType]:
        """Returns a Sub for a TopicInfo."""
        return cls(info.msg_type, info.topic, info.qos, session, **options)

    @property
    def name(self) -> str:
        """The class and the topic's name."""
        return f'ros2.Sub({self.topic_info.topic})'

    @property
    def topic_name(self) -> str:
        """The topic's full name, after namespace and remapping. RuntimeError once the sub is closed."""
        return str(self.sub.topic())

    def matched(self) -> int:
        """Returns the number of matched publishers."""
        return int(self.sub.matched())

    async def wait_for_matched(self, timeout: float | None = None) -> None:
        """Returns when a publisher matches. Raises TimeoutError if none does within `timeout` seconds.

        All waits of one Sub belong in one loop.
        """
        reason = partial(_unmatched, self.session, self.topic_info, self.sub, 'publisher')
        await self._matching.wait(timeout, reason, self._report_wait)

    def middleware_statistics(self) -> MiddlewareStatistics:
        """Returns the counts of the queue of messages in front of input_data(). Any thread."""
        return statistics_of(self.sub)

    def _resolve_session(self, session: Session | Node | None) -> Session:
        """Returns the session to use. Subclasses may override it."""
        return auto_session(session)

    def _resolve_sub(self, topic_info: TopicInfo[Any]) -> Subscription:
        """Makes the subscription and returns it. Subclasses may override it."""
        kinds = list({*self._kinds, OfSubscription.MATCHED})
        return self.session.backing.subscription(
            topic_info.topic, topic_info.msg_type, topic_info.qos, kinds, self._raw
        )

    def _listened(self) -> None:
        super()._listened()
        if not self.closed and self._reports is None:
            loop = self._bound_loop()
            self._watch.begin(loop)
            self._reports = WaitReports.of(loop)
            self._report_number = self._reports.begin(self._look_for_publisher)

    def _look_for_publisher(self, seconds: float) -> None:
        """Reports once that somebody listens and there is no publisher. An incompatible one is reported elsewhere."""
        if self.sub.matched() or self._received:
            self._end_wait()
        elif self._callbacks or self._consumers.all:
            self._end_wait()
            if not self._matching._waiting and not self._count_publishers():  # wait_for_matched() reports it
                self._report_wait(seconds)

    def _count_publishers(self) -> int:
        node = self.session.node
        return node.count_publishers(self.topic_name) if isinstance(node, Node) else 0

    def _report_wait(self, seconds: float) -> None:
        """Logs that there is no publisher, as a warning if that is probably a mistake."""
        topic = self.topic_info
        reason, is_mistake = missing_publisher(self.session.node, self.topic_name, topic.msg_type, topic.qos)
        text = f'{self.name} has waited {seconds:.0f} s for a publisher: {reason}'
        log_wait(self._logger, text, is_mistake=is_mistake)

    def _end_wait(self) -> None:
        if self._reports is not None:
            self._reports.end(self._report_number)

    def _notify(self, kind: OfSubscription, event: QoSEvent) -> None:
        if kind is OfSubscription.MATCHED:
            self._matching.changed()
        if self._events is not None:
            self._events.input_data(event)
        elif kind is OfSubscription.MESSAGE_LOST:
            self._report_lost(event.change)

    def _report_lost(self, count: int) -> None:
        """Logs the messages that were lost before the loop could take them."""
        dropped = statistics_of(self.sub).dropped
        if dropped and to_profile(self.topic_info.qos).depth == 1:
            return  # a queue of one is there to hold the latest message only
        if self._lost.add(count):
            text = lost_messages(self._lost, self.topic_info.qos, dropped)
            self._logger.warning(f'{self.name}: {text}')

    def _drain(self) -> None:
        for message in self.sub.take(self._codec, _AT_ONCE, self._info):
            item: Any = (message[0], MessageInfo(*message[1])) if self._info else message
            self.input_data(item)

    def close(self) -> None:
        """Ends the subscription, waits and listeners. Any thread."""
        super().close()
        self._end_wait()
        self._watch.close()
        self._matching.closed(self.name)


class InternalSub(Sub[_MsgType]):
    """A sub that is a part of another object, which reports its waits itself."""

    def _report_wait(self, seconds: float) -> None:
        """Does nothing."""


class Pub(Owned, Generic[_MsgType]):
    """Publishes on a topic. Closed with its scope, by close(), or at the end of `with`."""

    def __init__(
        self,
        msg_type: type[_MsgType] | str,
        topic: str,
        qos_profile: QoSProfile | int = qos_profile_system_default,
        session: Session | Node | None = None,
        *,
        events: QoSEvents | None = None,
        use_shared_memory: bool = True,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """The arguments and errors are those of Sub.

        The type may be its name, 'my_msgs/msg/Foo', to publish samples only. With `events` it has to be made where the
        loop runs. `use_shared_memory`: False sends large messages over the network to processes of this host, too.
        """
        text('topic', topic)
        self.session = auto_session(session)
        backing = self.session.backing
        self.topic_info: TopicInfo[Any] = TopicInfo(topic, msg_type, backing.profile(qos_profile))
        self._codec = None if isinstance(msg_type, str) else backing.codec(msg_type)
        kinds = kinds_to_watch(backing, OfPublisher, self.topic_info.qos, events, [OfPublisher.MATCHED])
        self.pub: Publisher = backing.publisher(topic, msg_type, self.topic_info.qos, kinds, use_shared_memory)
        self._matching = _Matching(self.pub, OfPublisher.MATCHED, events is not None)
        self._events = events
        self._watch: Watch | None = None
        if events is not None:
            self._watch = Watch(self.pub, kinds, self._notify)
            self._watch.begin(asyncio.get_running_loop())
        self.session._register(self)
        self._enter(scope)

    @classmethod
    def from_info(
        cls, info: TopicInfo[_MsgType], session: Session | Node | None = None, **options: Any
    ) -> Pub[_MsgType]:
        """Returns a Pub for a TopicInfo."""
        return cls(info.msg_type, info.topic, info.qos, session, **options)

    def _notify(self, kind: OfPublisher, event: QoSEvent) -> None:
        if kind is OfPublisher.MATCHED:
            self._matching.changed()
        if self._events is not None:
            self._events.input_data(event)

    def publish(self, message: _MsgType) -> None:
        """Sends to all present subscriptions, without waiting for them. Any thread.

        Raises TypeError or ValueError, naming the field, for an object that is not a message of the topic's type.
        """
        if self._codec is None:
            raise TypeError(self._named_only())
        try:
            self.pub.publish(self._codec, message)
        except RuntimeError as error:
            raise self._not_sent(error) from None

    def borrow(self, **fields: Any) -> LoanedMessage[_MsgType]:
        """Returns a message to fill in and publish, whose arrays are published without a copy. Any thread.

        For an array give its length: `with pub.borrow(height=480, width=640, data=921600) as image:` makes `image.data`
        a numpy array of 921,600 bytes, which are not initialised, in the memory that the subscriptions read. The end of
        `with` publishes the message. The arrays are read-only then. Do not write to views that you made of them before,
        such as `image.data.reshape()`.

        Give strings and other values of variable size here, too: if such a value changes its size before the message is
        published, or if an array is replaced, publishing copies the message. Raises the errors of publish().
        """
        if self._codec is None or isinstance(self.topic_info.msg_type, str):
            raise TypeError(self._named_only())
        publisher: Any = self.pub
        borrow = partial(publisher.borrow, self._codec) if hasattr(publisher, 'borrow') else None
        return LoanedMessage(self.topic_info.msg_type(), fields, borrow, self._publish_loan)

    def _named_only(self) -> str:
        return f'the type of {self.topic_info.topic} is known by name only: use publish_serialized()'

    def _publish_loan(self, message: Any, loan: Any) -> None:
        """Publishes a message of borrow(), whose arrays may lie in the loan."""
        publisher: Any = self.pub
        try:
            if loan is None:
                publisher.publish(self._codec, message)
            else:
                publisher.publish_loan(self._codec, message, loan)
        except RuntimeError as error:
            raise self._not_sent(error) from None

    def _not_sent(self, error: RuntimeError) -> RuntimeError:
        return RuntimeError(
            f'a message for {self.topic_info.topic} is not sent, {error}; publish before its scope and node end, '
            'in tasks made by scope.task_group.create_task()'
        )

    def publish_serialized(self, sample: Any) -> None:
        """Sends an encoded sample, bytes or any object with a buffer, unchanged: CDR with its header of 4 bytes."""
        self.pub.publish_bytes(sample)

    @property
    def topic_name(self) -> str:
        """The topic's full name, after namespace and remapping. RuntimeError once the publisher is closed."""
        return str(self.pub.topic())

    def matched(self) -> int:
        """Returns the number of matched subscriptions."""
        return int(self.pub.matched())

    def _report_wait(self, seconds: float) -> None:
        """Logs that there is no subscription, as a warning if that is probably a mistake."""
        topic, node = self.topic_info, self.session.node
        reason, is_mistake = missing_subscription(node, self.topic_name, topic.msg_type, topic.qos)
        text = f'ros2.Pub({topic.topic}) has waited {seconds:.0f} s for a subscription: {reason}'
        log_wait(node.logger, text, is_mistake=is_mistake)

    get_subscription_count = matched
    """rclpy's name of matched()."""

    async def wait_for_matched(self, timeout: float | None = None) -> None:
        """Returns when a subscription matches. Raises TimeoutError if none does within `timeout` seconds.

        All waits of one Pub belong in one loop.
        """
        reason = partial(_unmatched, self.session, self.topic_info, self.pub, 'subscription')
        await self._matching.wait(timeout, reason, self._report_wait)

    def close(self) -> None:
        """Ends the publisher; waits for a match raise SubClosed. Any thread; a second call does nothing."""
        self._leave()
        self.pub.close()
        if self._watch is not None:
            self._watch.close()
        self._matching.closed(f'ros2.Pub({self.topic_info.topic})')

    def __enter__(self) -> Pub[_MsgType]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


node.Node._pub, node.Node._sub = Pub, Sub
