# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publisher."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from rxros2 import _core
from rxros2.messages.codec import announced, codec_of

from .callback_groups import CallbackGroup
from .duration import Duration
from .event_handler import EventHandler, PublisherEventCallbacks, warn_incompatible
from .impl.rcutils_logger import RcutilsLogger
from .qos import QoSProfile

MsgT = TypeVar('MsgT')


class Publisher(Generic[MsgT]):
    """Made by Node.create_publisher(). Any thread."""

    def __init__(
        self,
        node: _core.Node,
        logger: RcutilsLogger,
        msg_type: type[MsgT],
        topic: str,
        qos_profile: QoSProfile,
        event_callbacks: PublisherEventCallbacks,
        callback_group: CallbackGroup,
    ) -> None:
        self.msg_type = msg_type
        self.topic = topic
        self.qos_profile = qos_profile
        self._codec = codec_of(msg_type)
        self._logger_name = logger.name
        callbacks = event_callbacks._by_kind(lambda info: warn_incompatible(node, logger, self._core, info))
        self._core = _core.Publisher(
            node, topic, announced(msg_type), qos_profile.get_c_qos_profile(), [int(kind) for kind in callbacks]
        )
        self.event_handlers = [
            EventHandler(callback_group=callback_group, callback=callback, event_type=kind, endpoint=self._core)
            for kind, callback in callbacks.items()
        ]

    @property
    def topic_name(self) -> str:
        """Fully qualified."""
        return self._core.topic()

    @property
    def logger_name(self) -> str:
        return self._logger_name

    def publish(self, msg: MsgT | bytes) -> None:
        """A message, or its sample as bytes. TypeError, or ValueError for a value that is out of its bounds."""
        if isinstance(msg, self.msg_type):
            self._core.publish(self._codec, msg)
        elif isinstance(msg, (bytes, bytearray, memoryview)):
            self._core.publish_bytes(msg)
        else:
            raise TypeError(f'{self.topic_name}: the message is a {type(msg)}; expected {self.msg_type}')

    def get_subscription_count(self) -> int:
        return self._core.matched()

    def assert_liveliness(self) -> None:
        self._core.assert_liveliness()

    def wait_for_all_acked(self, timeout: Duration = Duration(seconds=-1)) -> bool:  # noqa: B008
        """False if reliable subscriptions elsewhere do not have everything in time; negative: waits for ever."""
        return self._core.wait_for_all_acked(timeout.nanoseconds)

    def destroy(self) -> None:
        for handler in self.event_handlers:
            handler.destroy()
        self._core.close()

    def __enter__(self) -> Publisher[MsgT]:
        return self

    def __exit__(self, *error: Any) -> None:
        self.destroy()
