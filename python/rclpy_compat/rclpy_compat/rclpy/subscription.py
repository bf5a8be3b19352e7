# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Subscription: rclpy's subscription."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import Enum
from typing import Any, Generic, TypedDict, TypeVar, cast

from rxros2 import _core
from rxros2.messages.codec import announced, codec_of

from .callback_groups import CallbackGroup
from .context import Context
from .entity import Entity
from .event_handler import SubscriptionEventCallbacks
from .impl.handle import Handle
from .impl.rcutils_logger import RcutilsLogger
from .impl.reexports import reexports
from .impl.waits import check_context
from .qos import QoSProfile

__getattr__ = reexports(__name__)

MsgT = TypeVar('MsgT')
MsgType = TypeVar('MsgType')


class MessageInfo(TypedDict):
    """The information about a message beside its content; times in nanoseconds."""

    source_timestamp: int
    received_timestamp: int
    publication_sequence_number: int | None
    reception_sequence_number: int | None


class SubscriptionHandle(Handle):
    """The handle of a subscription, from which a program may take messages without an executor."""

    def __init__(self, name: str, core: _core.Subscription) -> None:
        super().__init__(name, core.close, core)

    def take_message(self, pymsg_type: Any, raw: bool) -> tuple[Any, MessageInfo] | None:
        """Takes the oldest message that waits; `raw` returns its encoded sample. Returns None without a message."""
        pairs = self.core.take(None if raw else codec_of(pymsg_type, growing=True), 1, True)
        return (pairs[0][0], _info(pairs[0][1])) if pairs else None


class Subscription(Entity, Generic[MsgT]):
    """Receives the messages of a topic. Made by Node.create_subscription().

    Messages wait in C++ until an executor takes them, at most as many as the QoS depth.
    """

    _handle: SubscriptionHandle

    class CallbackType(Enum):
        """The arguments of a callback."""

        MessageOnly = 0
        WithMessageInfo = 1

    _rank = 2

    def __init__(
        self,
        context: Context,
        node: _core.Node,
        logger: RcutilsLogger,
        msg_type: type[MsgT],
        topic: str,
        callback: Callable[..., Any],
        qos_profile: QoSProfile,
        callback_group: CallbackGroup,
        raw: bool,
        event_callbacks: SubscriptionEventCallbacks,
    ) -> None:
        self._context = context
        self.msg_type = msg_type
        self.topic = topic
        self.qos_profile = qos_profile
        self.callback_group = callback_group
        self.raw = raw
        self.callback = callback
        self._codec = None if raw else codec_of(msg_type, growing=True)
        self._logger_name = logger.name
        self._core = _core.Subscription(
            node, topic, announced(msg_type), qos_profile.get_c_qos_profile(), event_callbacks._watched()
        )
        self._handle = SubscriptionHandle(f'the subscription of {topic}', self._core)
        self.event_handlers = event_callbacks.create_event_handlers(callback_group, self._handle, topic)
        callback_group.add_entity(self)

    @property
    def handle(self) -> SubscriptionHandle:
        """The handle, which keeps the subscription alive in a `with` block and takes messages without an executor."""
        return self._handle

    @property
    def callback(self) -> Callable[..., Any]:
        """The function that gets each message: of the message, or also of its info."""
        return self._callback

    @callback.setter
    def callback(self, value: Callable[..., Any]) -> None:
        """Sets the function that gets each message. Raises RuntimeError for another number of parameters."""
        try:
            inspect.signature(value).bind(object())
            self._callback_type = Subscription.CallbackType.MessageOnly
        except TypeError:
            try:
                inspect.signature(value).bind(object(), object())
            except TypeError:
                raise RuntimeError(
                    f'subscription: the callback is {value!r}; expected a function of the message, or also of its info'
                ) from None
            self._callback_type = Subscription.CallbackType.WithMessageInfo
        self._callback = value

    @property
    def topic_name(self) -> str:
        """The fully qualified name of the topic."""
        return self._core.topic()

    @property
    def logger_name(self) -> str:
        """The name of the node's logger."""
        return self._logger_name

    def get_publisher_count(self) -> int:
        """Returns the number of matched publishers. Raises an RCLError after the shutdown of the context."""
        check_context(self._context, self.topic)
        return self._core.matched()

    def _listen(self, notifier: _core.Notifier | None, key: int) -> None:
        self._core.listen(notifier, key)

    def _take(self) -> Callable[[], Any] | None:
        callback = self._callback
        if self._callback_type is Subscription.CallbackType.MessageOnly:
            messages = self._core.take(self._codec, 1)
            return (lambda: callback(messages[0])) if messages else None
        pairs = self._core.take(self._codec, 1, True)
        if not pairs:
            return None
        message, values = pairs[0]
        return lambda: callback(message, _info(values))

    def destroy(self) -> None:
        """Ends the subscription. A second call does nothing."""
        for handler in self.event_handlers:
            handler.destroy()
        super().destroy()


def _info(values: Any) -> MessageInfo:
    return cast(MessageInfo, dict(zip(MessageInfo.__annotations__, values, strict=False)))
