# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Service: the server of a service."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rxros2 import _core
from rxros2.messages.codec import announced, codec_of

from .callback_groups import CallbackGroup
from .clock import Clock
from .entity import Entity
from .impl.handle import Handle
from .impl.rcutils_logger import RcutilsLogger
from .qos import QoSProfile
from .service_introspection import ServiceEvents, ServiceIntrospectionState

SrvT = TypeVar('SrvT')
SrvType = TypeVar('SrvType')
SrvTypeRequest = TypeVar('SrvTypeRequest')
SrvTypeResponse = TypeVar('SrvTypeResponse')


class Service(Entity, Generic[SrvT]):
    """Answers the requests to a service. Made by Node.create_service()."""

    _rank = 5

    def __init__(
        self,
        node: _core.Node,
        logger: RcutilsLogger,
        srv_type: Any,
        srv_name: str,
        callback: Callable[..., Any],
        callback_group: CallbackGroup,
        qos_profile: QoSProfile,
    ) -> None:
        self.srv_type = srv_type
        self.srv_name = srv_name
        self.callback = callback
        self.callback_group = callback_group
        self.qos_profile = qos_profile
        self._logger = logger
        self._destroyed = False
        self._codecs = codec_of(srv_type.Request, growing=True), codec_of(srv_type.Response)
        self._waiting: deque[tuple[_core.RequestId, Any]] = deque()
        self._core = _core.Server(node, srv_name, announced(srv_type), qos_profile.get_c_qos_profile())
        self._handle = Handle(f'the service {srv_name}', self._core.close, self._core)
        self._events = ServiceEvents(node, srv_type)
        callback_group.add_entity(self)

    @property
    def service_name(self) -> str:
        """The fully qualified name of the service."""
        return self._core.name()

    @property
    def logger_name(self) -> str:
        """The name of the node's logger."""
        return self._logger.name

    def send_response(self, response: Any, header: _core.RequestId) -> None:
        """Sends a response. Raises TypeError for an object that is not a response of the service."""
        if not isinstance(response, self.srv_type.Response):
            raise TypeError(f'{self.srv_name}: the response is a {type(response)}; expected {self.srv_type.Response}')
        self._send(response, self._codecs[1].encode(response), header)

    def _send(self, response: Any, encoded: _core.SharedResponse | bytes, header: _core.RequestId) -> None:
        self._events.publish(ServiceEvents.RESPONSE_SENT, header.writer_guid, header.sequence_number, response)
        self._core.respond(header, encoded)

    def configure_introspection(
        self, clock: Clock, service_event_qos_profile: QoSProfile, introspection_state: ServiceIntrospectionState
    ) -> None:
        """Publishes requests and responses; see Client.configure_introspection()."""
        self._events.configure(self.service_name, clock, service_event_qos_profile, introspection_state)

    def _listen(self, notifier: _core.Notifier | None, key: int) -> None:
        self._core.listen(notifier, key)

    def _take(self) -> Callable[[], Any] | None:
        self._waiting.extend(self._core.take())
        try:
            header, sample = self._waiting.popleft()
        except IndexError:  # another thread may have taken the last one
            return None
        if self._waiting:
            self._ready_again()
        try:
            request = self._codecs[0].decode(sample)
        except Exception as error:
            self._logger.warning(f'{self.srv_name}: a malformed request was dropped: {error}')
            return None
        self._events.publish(ServiceEvents.REQUEST_RECEIVED, header.writer_guid, header.sequence_number, request)
        return lambda: self._run(request, header)

    def _run(self, request: Any, header: _core.RequestId) -> Any:
        response = self.callback(request, self.srv_type.Response())
        if inspect.iscoroutine(response):
            return self._respond_later(response, header)
        self._answer(response, header)
        return None

    async def _respond_later(self, response: Any, header: _core.RequestId) -> None:
        self._answer(await response, header)

    def _answer(self, response: Any, header: _core.RequestId) -> None:
        """Sends the callback's response, unless the service was destroyed meanwhile."""
        try:
            self.send_response(response, header)
        except RuntimeError:
            if not self._destroyed:
                raise

    def destroy(self) -> None:
        """Ends the service. A second call does nothing."""
        self._destroyed = True
        super().destroy()
        self._events.close()
