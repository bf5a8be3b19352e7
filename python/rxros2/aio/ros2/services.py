# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Client and Server: services under asyncio; a reply may be sent later."""

from __future__ import annotations

import asyncio
import itertools
import sys
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ... import backing
from ...durations import time_limit
from ...missing_peers import missing_server
from ...names import text, with_parts
from ...node import Node
from ...qos import QoSProfile, qos_profile_services_default
from ..core import AUTO_SCOPE, Scope, SubClosed
from ..core.consumer import Consumer
from ..core.loop_bridge import LoopBridge, bridge_of
from ..core.losses import LossCount, losses
from ..core.scope import Owned
from ._source import MiddlewareStatistics, SourceSub, statistics_of
from .graph_waits import GraphWaits
from .session import Session, auto_session
from .wait_reports import EndpointWaits

_Req = TypeVar('_Req')
_Res = TypeVar('_Res')


class ServiceType(Protocol[_Req, _Res]):
    """The type of a service: the classes of its request and its response."""

    Request: type[_Req]
    Response: type[_Res]


class Responder(Generic[_Req, _Res]):
    """A request that waits for its reply, which may be sent at once or later.

    A request that is dropped without a reply is reported in the log, because its client waits for ever.
    """

    def __init__(self, server: Server, to: Any, request: _Req, response: _Res) -> None:
        self._server = server
        self._to = to
        self.request = request
        self.response = response
        """The default of send(); made with default values."""
        self._answered = False

    def send(self, response: _Res | None = None) -> None:
        """Sends the reply. Any thread. TypeError or ValueError for an object that is not a response of the service."""
        self._server._respond(self._to, self.response if response is None else response)
        self._answered = True

    def _send_sample(self, sample: Any) -> None:
        """Sends an encoded response."""
        self._answered = True
        self._server.srv.respond(self._to, sample)

    def __del__(self) -> None:
        if not self._answered:
            self._server._dropped_request()


_REFERENCES_OF_LOOP_VARIABLE = 3
"""References to an object that only one variable refers to: that, the variable that looks, and getrefcount()'s own."""


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
        self._logger = self.session.node.logger
        self._unanswered = LossCount()
        self._last_request: weakref.ref[Responder[Any, Any]] | None = None  # the last request
        self._waits = EndpointWaits(self._look_for_answer)
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
            responder: Responder[Any, Any] = Responder(self, to, request, self._type.Response())
            self._expect_answer(responder)
            self.input_data(responder)
            del responder  # so that it is destroyed when its user drops it

    def _put(self, item: Responder[Any, Any]) -> bool:
        """Puts a request, and does not keep it as the latest value: one that is dropped has to be destroyed."""
        has_listener = bool(self._callbacks or self._consumers.all)
        put = super()._put(item)
        if has_listener:
            self._forget_value(item)
        return put

    def _add(self, *arguments: Any, **options: Any) -> Consumer[Responder[Any, Any]]:
        consumer = super()._add(*arguments, **options)
        for item in tuple(consumer.items):  # the latest value
            self._forget_value(item)
        return consumer

    def _expect_answer(self, responder: Responder[Any, Any]) -> None:
        """Begins to wait for the answer of a request; the one before has been dropped, or is answered elsewhere."""
        if self._last_request is None:
            self._waits.begin(self._bound_loop())
        self._last_request = weakref.ref(responder)

    def _look_for_answer(self, seconds: float) -> None:
        """Reports the last request if it will not be answered.

        The variable of `async for` keeps it until the next request comes, so that it is not dropped: all listeners wait
        for the next request, and nothing else refers to this one.
        """
        responder = self._last_request() if self._last_request is not None else None
        self._last_request = None
        self._waits.end()
        if responder is None or responder._answered or self.closed or not self._consumers.all:
            return
        # Only an iteration keeps the request in its variable; that of wait_for_next() may be its handler's.
        idle = all(consumer._stream and consumer.waiters and not consumer.items for consumer in self._consumers.all)
        if idle and sys.getrefcount(responder) <= _REFERENCES_OF_LOOP_VARIABLE:
            responder._answered = True  # reported
            self._dropped_request()

    def _dropped_request(self) -> None:
        """Reports a request that nobody will answer. Any thread, as the garbage collector may call it."""
        if self.closed or not self._unanswered.add():
            return
        count = losses(self._unanswered.take(), self._unanswered.total, 'dropped without an answer', 'request')
        self._logger.warning(f'{self.name}: {count}: the client waits for ever; call send() for each request')

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
        self._type = msg_type
        self.session = auto_session(session)
        session_backing = self.session.backing
        self._codecs = session_backing.codec(msg_type.Request), session_backing.codec(msg_type.Response)
        self.cli: backing.Client = session_backing.client(topic, msg_type, qos_profile)
        self._malformed = 0
        self._tokens = itertools.count()
        self._pending: dict[int, asyncio.Future[Any]] = {}
        self._unsent: dict[int, Callable[[], None]] = {}  # requests that wait for a server, by token
        self._give_up: Callable[[], None] | None = None  # ends the wait of these requests
        self._waiting: set[asyncio.Future[None]] = set()  # waits for a server
        self._waits = EndpointWaits(self._report_wait)  # for a server or a response
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
        self._waits.begin(loop)
        try:
            while not self._is_ready():
                if deadline is not None and loop.time() >= deadline:
                    raise TimeoutError(f'no server of {self._service} within {limit:g} s: {self._why_no_server()}')
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
                    ready.cancel()  # close() may be about to end it
        finally:
            self._waits.end()

    def _is_ready(self) -> bool:
        try:
            return self.cli.is_ready()
        except RuntimeError as error:
            raise SubClosed(f'{self._service}: {error}') from None

    def call(self, request: Any, timeout: float | None = None) -> asyncio.Future[Any]:
        """Sends the request. The future gets the response, or TimeoutError after `timeout` seconds.

        The request is sent at once, or, while no server is known, as soon as there is one; a call that waits for a
        server for more than 3 s is reported in the log. Cancelling the future forgets the request. Raises TypeError or
        ValueError for an object that is not a request of the service.
        """
        loop = asyncio.get_running_loop()
        limit = time_limit(timeout)
        if self._bridge is None:
            self._bridge = bridge_of(loop)
            self._key = self._bridge.add(self.cli, self._drain)
        token = next(self._tokens)
        sample = self._codecs[0].encode(request)
        number: int | None = None
        reply: asyncio.Future[Any] = loop.create_future()

        def send() -> None:
            nonlocal number
            number = self.cli.send(sample, token)

        if self._server_is_ready():
            self._send_unsent()
            send()
        else:
            self._send_later(token, send)
        self._pending[token] = reply
        self._waits.begin(loop)
        expiry = None if limit is None else loop.call_later(limit, self._expire, reply, limit)

        def ended(_: asyncio.Future[Any]) -> None:
            self._waits.end()
            if expiry is not None:
                expiry.cancel()
            if self._unsent.pop(token, None) is not None:
                self._end_absence()
            if self._pending.pop(token, None) is not None and number is not None:
                self.cli.forget(number)

        reply.add_done_callback(ended)
        return reply

    def _server_is_ready(self) -> bool:
        """Returns whether a request can be sent. RuntimeError once the client is closed."""
        return self.cli.is_ready()

    def _why_no_server(self) -> str:
        """Returns the likely reason why there is no server."""
        return missing_server(self.session.node, self._service, self._type)

    def _send_later(self, token: int, send: Callable[[], None]) -> None:
        """Sends a request as soon as there is a server."""
        self._unsent[token] = send
        if self._give_up is None:
            self._give_up = GraphWaits.of(self.session.backing).add(self._server_is_ready, self._send_unsent)

    def _send_unsent(self) -> None:
        """Sends the requests that waited for a server, in their order."""
        if not self._unsent:
            return
        unsent, self._unsent = self._unsent, {}
        self._end_absence()
        for token, send in unsent.items():
            reply = self._pending.get(token)
            if reply is None or reply.done():  # cancelled
                continue
            try:
                send()
            except Exception as error:
                reply.set_exception(error)

    def _end_absence(self) -> None:
        """Ends the wait for a server if no request needs it."""
        if not self._unsent and self._give_up is not None:
            give_up, self._give_up = self._give_up, None
            give_up()

    def _withdraw(self, reply: asyncio.Future[Any]) -> bool:
        """Cancels a call whose request was not sent yet. Returns False if it was sent."""
        unsent = any(self._pending.get(token) is reply for token in self._unsent)
        return unsent and reply.cancel()

    def _report_wait(self, seconds: float) -> bool:
        """Logs that there is no server. Returns False if there is one."""
        if self._server_is_ready():
            return False
        self.session.node.logger.warning(
            f'ros2.Client({self._service}) has waited {seconds:.0f} s for a server: {self._why_no_server()}'
        )
        return True

    def middleware_statistics(self) -> MiddlewareStatistics:
        """Returns the counts of the queue of responses in front of the calls. Any thread."""
        return statistics_of(self.cli, self._malformed)

    def _expire(self, reply: asyncio.Future[Any], timeout: float) -> None:
        if not reply.done():
            ready = self._server_is_ready()
            why = 'the server did not answer' if ready else self._why_no_server()
            reply.set_exception(TimeoutError(f'no response of {self._service} within {timeout:g} s: {why}'))

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
