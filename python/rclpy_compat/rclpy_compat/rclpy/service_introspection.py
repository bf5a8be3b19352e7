# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Publishes the requests and responses of a client or service on <service>/_service_event."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from rxros2 import _core
from rxros2.messages.codec import announced, codec_of

from .qos import QoSProfile

if TYPE_CHECKING:
    from .clock import Clock

_OWN = 8
"""The bytes of a request's writer_guid that identify a client everywhere; the others belong to this process."""


class ServiceIntrospectionState(IntEnum):
    """The contents of service events: nothing, metadata, or also the message."""

    OFF = 0
    METADATA = 1
    CONTENTS = 2


class ServiceEvents:
    """The events of one client or service. Thread-safe."""

    REQUEST_SENT, REQUEST_RECEIVED, RESPONSE_SENT, RESPONSE_RECEIVED = range(4)

    def __init__(self, node: _core.Node, srv_type: Any) -> None:
        self._node = node
        self._srv_type = srv_type
        self._to: tuple[_core.Publisher, Clock, bool] | None = None

    def configure(self, service: str, clock: Clock, qos: QoSProfile, state: ServiceIntrospectionState) -> None:
        """Starts or ends the publication. Raises TypeError without a clock."""
        if clock is None:
            raise TypeError(f'{service}: configure_introspection needs a clock')
        self.close()
        if state is ServiceIntrospectionState.OFF:
            return
        event = self._srv_type.Event
        publisher = _core.Publisher(
            self._node, f'{service}/_service_event', announced(event), qos.get_c_qos_profile(), []
        )
        self._to = publisher, clock, state is ServiceIntrospectionState.CONTENTS

    def is_on(self) -> bool:
        """Returns whether events are published."""
        return self._to is not None

    def stamp(self) -> Any:
        """Returns a builtin_interfaces/msg/Time for an event; None if events are off."""
        to = self._to
        return None if to is None else to[1].now().to_msg()

    def publish(self, kind: int, writer_guid: bytes, number: int, message: Any, stamp: Any = None) -> None:
        """Publishes an event of the request or response `message`. Does nothing if events are off."""
        to = self._to
        if to is None:
            return
        publisher, clock, with_contents = to
        event = self._srv_type.Event()
        event.info.event_type = kind
        event.info.stamp = clock.now().to_msg() if stamp is None else stamp
        event.info.client_gid = list(writer_guid[:_OWN].ljust(len(event.info.client_gid), b'\0'))
        event.info.sequence_number = number
        if with_contents and kind in (self.REQUEST_SENT, self.REQUEST_RECEIVED):
            event.request = [message]
        elif with_contents:
            event.response = [message]
        try:
            publisher.publish(codec_of(type(event)), event)
        except RuntimeError:
            if self._to is to:  # else it was switched off meanwhile
                raise

    def close(self) -> None:
        """Ends the publication."""
        to, self._to = self._to, None
        if to is not None:
            to[0].close()
