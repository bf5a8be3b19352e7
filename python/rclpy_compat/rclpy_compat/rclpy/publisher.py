# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publisher: rclpy's publisher."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from rxros2 import _core
from rxros2.messages.codec import announced, codec_of

from .callback_groups import CallbackGroup
from .context import Context
from .duration import Duration
from .event_handler import PublisherEventCallbacks
from .impl.handle import Handle
from .impl.rcutils_logger import RcutilsLogger
from .impl.reexports import reexports
from .impl.waits import check_context
from .qos import QoSProfile

__getattr__ = reexports(__name__)

MsgT = TypeVar('MsgT')
MsgType = TypeVar('MsgType')


class Publisher(Generic[MsgT]):
    """Publishes on a topic. Made by Node.create_publisher(). Thread-safe."""

    def __init__(
        self,
        context: Context,
        node: _core.Node,
        logger: RcutilsLogger,
        msg_type: type[MsgT],
        topic: str,
        qos_profile: QoSProfile,
        event_callbacks: PublisherEventCallbacks,
        callback_group: CallbackGroup,
    ) -> None:
        self._context = context
        self.msg_type = msg_type
        self.topic = topic
        self.qos_profile = qos_profile
        self._codec = codec_of(msg_type)
        self._logger_name = logger.name
        self._core = _core.Publisher(
            node, topic, announced(msg_type), qos_profile.get_c_qos_profile(), event_callbacks._watched()
        )
        self._handle = Handle(f'the publisher of {topic}', self._core.close, self._core)
        self.event_handlers = event_callbacks.create_event_handlers(callback_group, self._handle, topic)

    @property
    def handle(self) -> Handle:
        """The handle, which keeps the publisher alive in a `with` block."""
        return self._handle

    @property
    def topic_name(self) -> str:
        """The fully qualified name of the topic."""
        return self._core.topic()

    @property
    def logger_name(self) -> str:
        """The name of the node's logger."""
        return self._logger_name

    def publish(self, msg: MsgT | bytes) -> None:
        """Publishes a message, or its encoded sample as bytes.

        Raises TypeError for another type, ValueError for a value out of its bounds, an RCLError after the shutdown of
        the context.
        """
        check_context(self._context, self.topic)
        if isinstance(msg, self.msg_type):
            self._core.publish(self._codec, msg)
        elif isinstance(msg, (bytes, bytearray, memoryview)):
            self._core.publish_bytes(msg)
        else:
            raise TypeError(f'{self.topic_name}: the message is a {type(msg)}; expected {self.msg_type}')

    def get_subscription_count(self) -> int:
        """Returns the number of matched subscriptions. Raises an RCLError after the shutdown of the context."""
        check_context(self._context, self.topic)
        return self._core.matched()

    def assert_liveliness(self) -> None:
        """Asserts the liveliness of the publisher, for the policy MANUAL_BY_TOPIC.

        Raises an RCLError after the shutdown of the context.
        """
        check_context(self._context, self.topic)
        self._core.assert_liveliness()

    def wait_for_all_acked(self, timeout: Duration = Duration(seconds=-1)) -> bool:  # noqa: B008
        """Waits until reliable remote subscriptions have acknowledged everything. Negative: waits for ever.

        Returns False after the timeout. Raises an RCLError after the shutdown of the context.
        """
        check_context(self._context, self.topic)
        return self._core.wait_for_all_acked(timeout.nanoseconds)

    def destroy(self) -> None:
        """Ends the publisher. A second call does nothing."""
        for handler in self.event_handlers:
            handler.destroy()
        self._handle.destroy_when_not_in_use()

    def __enter__(self) -> Publisher[MsgT]:
        return self

    def __exit__(self, *error: Any) -> None:
        self.destroy()
