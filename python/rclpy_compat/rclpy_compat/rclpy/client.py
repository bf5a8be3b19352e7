# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Client: calls a service."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from rxros2 import _core
from rxros2.messages.codec import announced, codec_of
from rxros2.node import Logger

from .callback_groups import CallbackGroup
from .clock import Clock
from .context import Context
from .entity import Entity
from .impl.handle import Handle
from .impl.rcutils_logger import RcutilsLogger
from .impl.waits import check_context, wait_for_future, wait_until
from .qos import QoSProfile
from .service_introspection import ServiceEvents, ServiceIntrospectionState
from .task import Future

SrvT = TypeVar('SrvT')
SrvType = TypeVar('SrvType')
SrvTypeRequest = TypeVar('SrvTypeRequest')
SrvTypeResponse = TypeVar('SrvTypeResponse')

_FIRST_REPORT = 3.0
"""Seconds after which a wait without a limit is reported."""


class Client(Entity, Generic[SrvT]):
    """A client of a service, created by Node.create_client(). It gets responses while an executor spins its node."""

    _rank = 4

    def __init__(
        self,
        context: Context,
        node: _core.Node,
        logger: RcutilsLogger,
        srv_type: Any,
        srv_name: str,
        qos_profile: QoSProfile,
        callback_group: CallbackGroup,
    ) -> None:
        self.context = context
        self.srv_type = srv_type
        self.srv_name = srv_name
        self.qos_profile = qos_profile
        self.callback_group = callback_group
        self._logger_name = logger.name
        self._codecs = codec_of(srv_type.Request), codec_of(srv_type.Response, growing=True)
        self._lock = threading.Lock()  # guards _tokens and _pending; held while a request is sent
        self._tokens = itertools.count()
        self._pending: dict[int, tuple[Future[Any], int]] = {}
        self._core = _core.Client(node, srv_name, announced(srv_type), qos_profile.get_c_qos_profile())
        self._handle = Handle(f'the client of {srv_name}', self._core.close, self._core)
        self._events = ServiceEvents(node, srv_type)
        self._writer_guid = self._core.writer_guid()
        callback_group.add_entity(self)

    @property
    def service_name(self) -> str:
        """The fully qualified name of the service."""
        return self._core.name()

    @property
    def logger_name(self) -> str:
        """The name of the node's logger."""
        return self._logger_name

    def call(self, request: Any, timeout_sec: float | None = None) -> Any:
        """Sends a request and returns the response; None after `timeout_sec` seconds.

        It blocks, so an executor must spin the node in another thread. Raises an RCLError when the context is shut
        down meanwhile.
        """
        future = self.call_async(request)
        try:
            wait_for_future(
                future, self.context, timeout_sec, self.srv_name, 'a response', self._report_wait, _FIRST_REPORT
            )
        finally:
            self.remove_pending_request(future)
        return future.result()

    def call_async(self, request: Any) -> Future[Any]:
        """Sends the request; the future gets the response.

        Raises TypeError for an object that is not a Request of the service.
        """
        if not isinstance(request, self.srv_type.Request):
            raise TypeError(f'{self.srv_name}: the request is a {type(request)}; expected {self.srv_type.Request}')
        future: Future[Any] = Future()
        with self._lock:  # a response that arrives at once must find its entry in _pending
            token = next(self._tokens)
            send_time = self._events.stamp()
            sequence_number = self._core.send(self._codecs[0].encode(request), token)
            self._pending[token] = future, sequence_number
            self._events.publish(ServiceEvents.REQUEST_SENT, self._writer_guid, sequence_number, request, send_time)
        future.add_done_callback(self.remove_pending_request)
        return future

    def get_pending_request(self, sequence_number: int) -> Future[Any]:
        """Returns the future of a request that waits for its response. Raises KeyError if there is none."""
        with self._lock:
            for future, number in self._pending.values():
                if number == sequence_number:
                    return future
        raise KeyError(f'{self.srv_name}: no pending request has the sequence number {sequence_number}')

    def remove_pending_request(self, future: Future[Any]) -> None:
        """Removes the request; its response will be ignored."""
        with self._lock:
            tokens = [token for token, (pending, _) in self._pending.items() if pending is future]
            sequence_numbers = [self._pending.pop(token)[1] for token in tokens]
        for sequence_number in sequence_numbers:
            with suppress(RuntimeError):  # the client was destroyed meanwhile
                self._core.forget(sequence_number)

    def service_is_ready(self) -> bool:
        """Returns whether a server is available. Raises an RCLError after the shutdown of the context."""
        check_context(self.context, self.srv_name)
        return self._core.is_ready()

    def wait_for_service(self, timeout_sec: float | None = None) -> bool:
        """Waits for a server, without a limit if the timeout is None. Returns False after the timeout.

        Raises an RCLError when the context is shut down. A wait without a limit is reported in the log after 3 s.
        """
        return wait_until(
            self.service_is_ready,
            self.context,
            timeout_sec,
            self.srv_name,
            'a server',
            self._report_wait,
            _FIRST_REPORT,
        )

    def _report_wait(self) -> None:
        if not self.service_is_ready():
            Logger(self._logger_name).warning(
                f'{self.srv_name}: a client has waited {_FIRST_REPORT:.0f} s, and there is no server of this service; '
                'start it, or correct the name'
            )

    def configure_introspection(
        self, clock: Clock, service_event_qos_profile: QoSProfile, introspection_state: ServiceIntrospectionState
    ) -> None:
        """Starts or stops publishing requests and responses on <service>/_service_event.

        `introspection_state` selects whether events contain the messages; OFF stops publishing. A server may publish on
        the same topic. Raises TypeError if `clock` is None.
        """
        self._events.configure(self.service_name, clock, service_event_qos_profile, introspection_state)

    def _listen(self, notifier: _core.Notifier | None, key: int) -> None:
        self._core.listen(notifier, key)

    def _take(self) -> Callable[[], Any] | None:
        responses = self._core.take()
        return (lambda: self._give(responses)) if responses else None

    def _give(self, responses: list[tuple[int, Any]]) -> None:
        for token, sample in responses:
            with self._lock:
                future, sequence_number = self._pending.pop(token, (None, 0))
            if future is None or future.done():
                continue
            future._set_executor(self._listener)
            try:
                response = self._codecs[1].decode(sample)
            except Exception as error:
                future.set_exception(error)
            else:
                self._events.publish(ServiceEvents.RESPONSE_RECEIVED, self._writer_guid, sequence_number, response)
                future.set_result(response)

    def destroy(self) -> None:
        """Destroys the client. A second call does nothing."""
        super().destroy()
        self._events.close()
