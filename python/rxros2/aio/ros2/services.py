# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Client and Server: services under asyncio; a reply may be sent later."""

from __future__ import annotations

import asyncio
import itertools
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ... import backing
from ...durations import time_limit
from ...names import text, with_parts
from ...node import Node
from ...qos import QoSProfile, qos_profile_services_default
from ..core import AUTO_SCOPE, Scope, SubClosed
from ..core.loop_bridge import LoopBridge, bridge_of
from ..core.scope import Owned
from ._source import MiddlewareStatistics, SourceSub, statistics_of
from .graph_waits import GraphWaits
from .session import Session, auto_session

_Req = TypeVar('_Req')
_Res = TypeVar('_Res')


class ServiceType(Protocol[_Req, _Res]):
    """The type of a service: the classes of its request and its response."""

    Request: type[_Req]
    Response: type[_Res]


class Responder(Generic[_Req, _Res]):
    """A request that waits for its reply, which may be sent at once, later, or never."""

    def __init__(self, server: Server, to: Any, request: _Req, response: _Res) -> None:
        self._server = server
        self._to = to
        self.request = request
        self.response = response
        """The default of send(); made with default values."""

    def send(self, response: _Res | None = None) -> None:
        """Sends the reply. Any thread. TypeError or ValueError for an object that is not a response of the service."""
        self._server._respond(self._to, self.response if response is None else response)

    def _send_sample(self, sample: Any) -> None:
        """Sends an encoded response."""
        self._server.srv.respond(self._to, sample)


class Server(SourceSub[Responder[Any, Any]]):
    """Emits the requests of a service as Responders.

    While the loop is busy at most 1000 requests wait; beyond that the oldest is dropped.
    """

    if not TYPE_CHECKING:

        def __class_getitem__(cls, types):
            return cls  # programs for asyncio_for_robotics write Server[Request, Response]

    def __init__(
        self,
        msg_type: Any,
        topic: str,
        qos_profile: QoSProfile | int = qos_profile_services_default,
        session: Session | Node | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """`msg_type` is a class of rxros2.interfaces, such as SetBool, and `topic` the service's name.

        Raises the errors of Sub.
        """
        self._service = text('service', topic)
        self._type = with_parts(f'Server({topic})', 'a service', msg_type)
        super().__init__(scope=None)
        self.session = auto_session(session)
        session_backing = self.session.backing
        self._codecs = session_backing.codec(msg_type.Request), session_backing.codec(msg_type.Response)
        self.srv: backing.Server = session_backing.server(topic, msg_type, qos_profile)
        self._malformed = 0
        self.session._register(self)
        self._begin(self.srv, scope)
        if type(self) is Server:
            self._report_discarded(sys._getframe(1))

    @property
    def name(self) -> str:
        """The class and the service's name."""
        return f'ros2.Server({self._service})'

    def middleware_statistics(self) -> MiddlewareStatistics:
        """Returns the counts of the queue of requests in front of input_data(). Any thread."""
        return statistics_of(self.srv, self._malformed)

    def _drain(self) -> None:
        for to, sample in self.srv.take():
            try:
                request = self._codecs[0].decode(sample)
            except Exception as error:
                self._malformed += 1
                self.session.node.logger.warning(f'{self.name}: a malformed request was dropped: {error}')
                continue
            self.input_data(Responder(self, to, request, self._type.Response()))

    def _respond(self, to: Any, response: Any) -> None:
        self.srv.respond(to, self._codecs[1].encode(response))


class Client(Owned):
    """Calls a service.

    It belongs to the thread of the loop that makes its first call; closed with its scope or by close().
    """

    if not TYPE_CHECKING:

        def __class_getitem__(cls, types):
            return cls  # programs for asyncio_for_robotics write Client[Request, Response]

    def __init__(
        self,
        msg_type: Any,
        topic: str,
        qos_profile: QoSProfile | int = qos_profile_services_default,
        session: Session | Node | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        """The arguments and errors are those of Server."""
        self._service = text('service', topic)
        with_parts(f'Client({topic})', 'a service', msg_type)
        self.session = auto_session(session)
        session_backing = self.session.backing
        self._codecs = session_backing.codec(msg_type.Request), session_backing.codec(msg_type.Response)
        self.cli: backing.Client = session_backing.client(topic, msg_type, qos_profile)
        self._malformed = 0
        self._tokens = itertools.count()
        self._pending: dict[int, asyncio.Future[Any]] = {}
        self._waiting: set[asyncio.Future[None]] = set()  # waits for a server
        self._bridge: LoopBridge | None = None
        self._key = 0
        self.session._register(self)
        self._enter(scope)

    async def wait_for_service(self, polling_rate: float = 0.05, timeout: float | None = None) -> None:
        """Returns when a server is available. TimeoutError after `timeout` seconds, SubClosed if the client is closed.

        `polling_rate` exists for compatibility with asyncio_for_robotics: changes of the graph end the wait, without
        polling.
        """
        loop = asyncio.get_running_loop()
        limit = time_limit(timeout)
        deadline = None if limit is None else loop.time() + limit
        while not self._is_ready():
            if deadline is not None and loop.time() >= deadline:
                raise TimeoutError(f'no server of {self._service} within {limit:g} s')
            ready: asyncio.Future[None] = loop.create_future()
            give_up = GraphWaits.of(self.session.backing).add(self.cli.is_ready, partial(_end, ready))
            self._waiting.add(ready)
            try:
                await asyncio.wait({ready}, timeout=None if deadline is None else max(deadline - loop.time(), 0))
                if ready.done():
                    ready.result()
            finally:
                give_up()
                self._waiting.discard(ready)

    def _is_ready(self) -> bool:
        try:
            return self.cli.is_ready()
        except RuntimeError as error:
            raise SubClosed(f'{self._service}: {error}') from None

    def call(self, request: Any, timeout: float | None = None) -> asyncio.Future[Any]:
        """Sends the request now. The future gets the response, or TimeoutError after `timeout` seconds.

        Cancelling it forgets the request. Raises TypeError or ValueError for an object that is not a request of the
        service.
        """
        loop = asyncio.get_running_loop()
        limit = time_limit(timeout)
        if self._bridge is None:
            self._bridge = bridge_of(loop)
            self._key = self._bridge.add(self.cli, self._drain)
        token = next(self._tokens)
        number = self.cli.send(self._codecs[0].encode(request), token)
        reply: asyncio.Future[Any] = loop.create_future()
        self._pending[token] = reply
        expiry = None if limit is None else loop.call_later(limit, self._expire, reply, limit)

        def ended(_: asyncio.Future[Any]) -> None:
            if expiry is not None:
                expiry.cancel()
            if self._pending.pop(token, None) is not None:
                self.cli.forget(number)

        reply.add_done_callback(ended)
        return reply

    def middleware_statistics(self) -> MiddlewareStatistics:
        """Returns the counts of the queue of responses in front of the calls. Any thread."""
        return statistics_of(self.cli, self._malformed)

    def _expire(self, reply: asyncio.Future[Any], timeout: float) -> None:
        if not reply.done():
            reply.set_exception(TimeoutError(f'no response of {self._service} within {timeout:g} s'))

    def _drain(self) -> None:
        for token, sample in self.cli.take():
            reply = self._pending.pop(token, None)
            if reply is None or reply.done():
                continue
            try:
                reply.set_result(self._codecs[1].decode(sample))
            except Exception as error:
                self._malformed += 1
                reply.set_exception(error)

    def close(self) -> None:
        """Ends the client. Waiting calls are cancelled in their loop's next turn; waits for a server raise SubClosed.

        Any thread; a second call does nothing.
        """
        self._leave()
        pending, self._pending = self._pending, {}
        for reply in pending.values():
            with suppress(RuntimeError):  # the loop is closed
                reply.get_loop().call_soon_threadsafe(reply.cancel)
        for ready in list(self._waiting):
            with suppress(RuntimeError):  # the loop is closed
                ready.get_loop().call_soon_threadsafe(_end, ready, SubClosed(f'{self._service}: the client is closed'))
        self.cli.close()
        if self._bridge is not None:
            self._bridge.remove(self._key)
            self._bridge = None


def _end(ready: asyncio.Future[None], error: Exception | None = None) -> None:
    if ready.done():
        return
    if error is None:
        ready.set_result(None)
    else:
        ready.set_exception(error)
