# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sub and Pub: topics under asyncio."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

from ... import _core
from ...messages import type_name
from ...messages.codec import codec_of
from ...node import Node
from ...qos import DurabilityPolicy, QoSProfile, qos_profile_system_default, to_profile
from ..core import AUTO_SCOPE, Scope, SubClosed
from ._waker import WokenSub, waker_of
from .session import Session, auto_session

_MsgType = TypeVar('_MsgType')

QOS_DEFAULT = QoSProfile(depth=100)
QOS_TRANSIENT = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)

_AT_ONCE = 64
"""Messages that are taken before the loop turns to something else."""


@dataclass(frozen=True)
class TopicInfo(Generic[_MsgType]):
    """A topic, its type and its quality of service: what a Sub or Pub needs to know."""

    topic: str
    msg_type: type[_MsgType]
    qos: QoSProfile | int = QOS_DEFAULT

    def as_kwarg(self) -> dict[str, Any]:
        return {'topic': self.topic, 'msg_type': self.msg_type, 'qos_profile': self.qos}


class _Matching:
    """Waits of a publisher or subscription for its first peer."""

    def __init__(self, endpoint: _core.Publisher | _core.Subscription) -> None:
        self._endpoint = endpoint
        self._waiting: list[asyncio.Future[None]] = []
        self._key = 0

    # As a source of the waker.
    def listen(self, notifier: _core.Notifier, key: int) -> None:
        self._endpoint.listen_matched(notifier, key)

    def close(self) -> None:
        self._endpoint.listen_matched(None, 0)

    async def wait(self, timeout: float | None, otherwise: str) -> None:
        loop = asyncio.get_running_loop()
        waker = waker_of(loop)
        if not self._waiting:
            self._key = waker.add(self, self._changed)
        matched: asyncio.Future[None] = loop.create_future()
        self._waiting.append(matched)
        try:
            if self._endpoint.matched():
                return
            try:
                await asyncio.wait_for(matched, timeout)
            except asyncio.TimeoutError:
                raise TimeoutError(f'{otherwise} within {timeout:g} s') from None
        finally:
            self._waiting.remove(matched)
            if not self._waiting:
                self.close()
                waker.remove(self._key)

    def _changed(self) -> None:
        self._endpoint.taking_matched()
        with suppress(RuntimeError):  # it is closed
            if self._endpoint.matched():
                for matched in self._waiting:
                    _end(matched, None)

    def closed(self, name: str) -> None:
        """Wakes who waits. Any thread."""
        for matched in list(self._waiting):
            with suppress(RuntimeError):  # the loop is closed
                matched.get_loop().call_soon_threadsafe(_end, matched, SubClosed(f'{name} is closed'))


def _end(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


class Sub(WokenSub[_MsgType]):
    """The messages of a topic.

    While the loop is busy they wait in C++, at most as many as the QoS's depth, the oldest dropped first. A sub that is
    made where no loop runs takes none out until somebody waits for one. Numeric arrays of messages are read-only.
    """

    def __init__(
        self,
        msg_type: type[_MsgType],
        topic: str,
        qos_profile: QoSProfile | int = qos_profile_system_default,
        session: Session | Node | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """`msg_type`: a class of rxros2.interfaces. `session`: else the one of auto_context().

        TypeError for another class, ValueError for a topic's name that ROS 2 does not allow.
        """
        self.topic_info: TopicInfo[_MsgType] = TopicInfo(topic, msg_type, to_profile(qos_profile))
        self._codec = codec_of(msg_type)
        super().__init__(scope=None)
        self.session = self._resolve_session(session)
        self.sub = self._resolve_sub(self.topic_info)
        self._matching = _Matching(self.sub)
        self._begin(self.sub, scope)

    @classmethod
    def from_info(
        cls, info: TopicInfo[_MsgType], session: Session | Node | None = None, **options: Any
    ) -> Sub[_MsgType]:
        return cls(info.msg_type, info.topic, info.qos, session, **options)

    @property
    def name(self) -> str:
        return f'ros2.Sub({self.topic_info.topic})'

    def matched(self) -> int:
        """How many publishers there are now."""
        return self.sub.matched()

    async def wait_for_matched(self, timeout: float | None = None) -> None:
        """Returns when a publisher matches; TimeoutError if none does within `timeout` seconds.

        Waits of one Sub are to be in one loop.
        """
        await self._matching.wait(timeout, f'no publisher of {self.topic_info.topic}')

    def middleware_statistics(self) -> dict[str, int]:
        """Messages that wait in C++, that were received, dropped there since the loop was busy, and were malformed."""
        names = ('waiting', 'received', 'dropped', 'malformed')
        return dict(zip(names, self.sub.statistics(), strict=True))

    def _resolve_session(self, session: Session | Node | None) -> Session:
        """Which session to use; to be overridden."""
        return auto_session(session)

    def _resolve_sub(self, topic_info: TopicInfo[_MsgType]) -> _core.Subscription:
        """How to subscribe; to be overridden."""
        return _core.Subscription(
            self.session.node._core,
            topic_info.topic,
            type_name(topic_info.msg_type),
            to_profile(topic_info.qos)._values(),
        )

    def _drain(self) -> None:
        for message in self.sub.take(self._codec, _AT_ONCE):
            self.input_data(message)

    def close(self) -> None:
        super().close()
        self._matching.closed(self.name)


class Pub(Generic[_MsgType]):
    """Publishes on a topic. Closed with its scope, by close(), or by leaving `with`."""

    def __init__(
        self,
        msg_type: type[_MsgType],
        topic: str,
        qos_profile: QoSProfile | int = qos_profile_system_default,
        session: Session | Node | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """As Sub."""
        self.topic_info: TopicInfo[_MsgType] = TopicInfo(topic, msg_type, to_profile(qos_profile))
        self._codec = codec_of(msg_type)
        self.session = auto_session(session)
        self.pub = _core.Publisher(
            self.session.node._core, topic, type_name(msg_type), to_profile(qos_profile)._values()
        )
        self._matching = _Matching(self.pub)
        if scope is AUTO_SCOPE:
            scope = Scope.current(None)
        if scope is not None:
            scope.exit_stack.callback(self.close)

    @classmethod
    def from_info(
        cls, info: TopicInfo[_MsgType], session: Session | Node | None = None, **options: Any
    ) -> Pub[_MsgType]:
        return cls(info.msg_type, info.topic, info.qos, session, **options)

    def publish(self, message: _MsgType) -> None:
        """Sends to all that listen now, and does not wait for them. Any thread.

        TypeError or ValueError, naming the field, for what is no message of the topic's type.
        """
        self.pub.publish(self._codec, message)

    def matched(self) -> int:
        """How many subscriptions there are now."""
        return self.pub.matched()

    async def wait_for_matched(self, timeout: float | None = None) -> None:
        """Returns when a subscription matches; TimeoutError if none does within `timeout` seconds.

        Waits of one Pub are to be in one loop.
        """
        await self._matching.wait(timeout, f'no subscription of {self.topic_info.topic}')

    def close(self) -> None:
        """Ends it: who waits for a match gets SubClosed. Any thread; a second call does nothing."""
        self.pub.close()
        self._matching.closed(f'ros2.Pub({self.topic_info.topic})')

    def __enter__(self) -> Pub[_MsgType]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
