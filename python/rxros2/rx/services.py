# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""send_request and serve: services as streams."""

from __future__ import annotations

import itertools
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from reactivex import Observable, abc
from reactivex.disposable import CompositeDisposable, Disposable, SerialDisposable, SingleAssignmentDisposable

from ..aio.core.losses import LossCount, losses
from ..aio.ros2.graph_waits import GraphWaits
from ..aio.ros2.wait_reports import WaitReports
from ..missing_peers import missing_server
from ..names import text, with_parts
from .assembly import operator
from .node import Node, as_node
from .stream import Attachment, SharedSource, Stream

_Req = TypeVar('_Req')
_Res = TypeVar('_Res')


class RequestTimeout(TimeoutError):
    """No response arrived in time; the text says whether there was a server."""


class RequestDropped(RuntimeError):
    """A request was not sent because too many requests wait (max_waiting)."""


@dataclass(frozen=True)
class RequestResult:
    """The result of one request, for send_request with per_item, where failures are items."""

    request: Any
    response: Any = None
    """None if there is an error."""
    error: Exception | None = None
    """RequestTimeout, RequestDropped, or an error of encoding or decoding."""

    def value(self) -> Any:
        """Returns the response; raises the error if there is none."""
        if self.error is not None:
            raise self.error
        return self.response


def send_request(
    node: Node,
    srv_type: Any,
    service_name: str,
    *,
    timeout: float | None = None,
    max_in_flight: int = 1,
    max_waiting: int = 1000,
    as_arrived: bool = False,
    per_item: bool = False,
) -> Callable[[Observable[Any]], Stream[Any]]:
    """requests.pipe(send_request(node, T, service)) emits the responses of a service.

    ::

        requests                              --1--2-------3--|
        send_request(n, T, s)                 ----a----b------c|      one request under way at a time
        send_request(n, T, s, timeout=t)      ----a--------X          X RequestTimeout: 2 was not answered
        send_request(…, t, per_item=True)     ----a--------!--c|      ! a RequestResult with that error

    Incoming items are T.Request, outgoing ones T.Response; with per_item RequestResult. It never blocks: while there is
    no server, requests wait, and their time limit (seconds of the node's clock, from the request's turn on) runs; after
    3 s the node's log says why there is no server. At
    most `max_in_flight` requests are in flight, and at most `max_waiting` wait for their turn; a further one is
    RequestDropped. Responses are emitted in the order of their requests, or `as_arrived`. After the source's completion
    the stream completes with the last response; the source's error ends it at once. Disposing forgets requests in
    flight and removes the client. Responses are emitted in the node's executor. An item that is not a request is the
    stream's TypeError or ValueError.

    For a single request: reactivex.just(request).pipe(send_request(…)).
    """
    text('service', service_name)
    with_parts(f'send_request({service_name})', 'a service', srv_type)
    if max_in_flight < 1 or max_waiting < 0 or (timeout is not None and not timeout > 0):
        raise ValueError(
            f'send_request({service_name}): expected max_in_flight of 1 or more, max_waiting of 0 or more and '
            f'a timeout of more than 0, found {max_in_flight}, {max_waiting} and {timeout}'
        )
    on = as_node(node)
    codecs = on._backing.codec(srv_type.Request), on._backing.codec(srv_type.Response)
    options = _Options(srv_type, service_name, timeout, max_in_flight, max_waiting, as_arrived, per_item)

    def ask(source: Observable[Any]) -> Stream[Any]:
        def subscribe(observer: abc.ObserverBase[Any], passed: abc.SchedulerBase | None = None) -> abc.DisposableBase:
            return _Requests(on, codecs, options, source, passed)._subscribe(observer)

        return Stream(on, subscribe, f'send_request({service_name})')

    return operator(on, f'send_request({service_name})', ask)


@dataclass(frozen=True)
class _Options:
    type: Any
    service: str
    timeout: float | None
    max_in_flight: int
    max_waiting: int
    as_arrived: bool
    per_item: bool


class _Request:
    """A request of the source."""

    __slots__ = ('expiry', 'number', 'outcome', 'request')

    def __init__(self, request: Any) -> None:
        self.request = request
        self.number: int | None = None  # the client's number, once it was sent
        self.outcome: RequestResult | None = None
        self.expiry = SingleAssignmentDisposable()


class _Requests(SharedSource[Any]):
    """The requests of one subscriber. Belongs to the executor, except for _take_request()."""

    _is_sink = True

    def __init__(
        self,
        node: Node,
        codecs: tuple[Any, Any],
        options: _Options,
        source: Observable[Any],
        scheduler: abc.SchedulerBase | None,
    ) -> None:
        super().__init__(node, f'send_request({options.service})')
        self._codecs = codecs
        self._options = options
        self._source = source
        self._scheduler = scheduler or node.scheduler
        self._waiting: deque[Any] = deque()  # any thread
        self._in_flight: dict[int, _Request] = {}  # by token, in the order of the requests
        self._tokens = itertools.count()
        self._source_completed = False
        self._held = CompositeDisposable()
        self._client: Any = None
        self._unsent: list[int] = []  # tokens of requests that wait for a server
        self._absent = SerialDisposable()  # their wait for a server
        self._held.add(self._absent)
        self._reports: WaitReports | None = None
        self._report_number = 0

    def _connect(self) -> None:
        self._client = client = self._node._backing.client(self._options.service, self._options.type)
        attachment = Attachment(self._node, client, self._drain)
        self._held.add(Disposable(attachment.close))
        upstream = SingleAssignmentDisposable()
        self._held.add(upstream)
        upstream.disposable = self._source.subscribe(
            self._take_request,
            lambda error: self._node.scheduler.run(self._end, error),
            lambda: self._node.scheduler.run(self._complete_source),
            scheduler=self._scheduler,
        )

    def _disconnect(self) -> None:
        self._end_wait()
        self._held.dispose()
        for pending in list(self._in_flight.values()):
            pending.expiry.dispose()

    def _take_request(self, request: Any) -> None:
        """Takes a request of the source. Any thread."""
        with self._lock:
            room = len(self._waiting) < max(self._options.max_waiting, 1)
            if room:
                self._waiting.append(request)
        if room:
            self._node.scheduler.run(self._go_on)
        else:
            text = f'{self._options.service}: {self._options.max_waiting} requests wait already'
            self._node.scheduler.run(self._failed, request, RequestDropped(text))

    def _complete_source(self) -> None:
        self._source_completed = True
        self._go_on()

    def _failed(self, request: Any, error: Exception) -> None:
        if self._options.per_item:
            self._next(RequestResult(request, error=error))
        else:
            self._end(error)

    def _go_on(self) -> None:
        while self._connected and len(self._in_flight) < self._options.max_in_flight:
            with self._lock:
                if not self._waiting:
                    break
                pending = _Request(self._waiting.popleft())
            token = next(self._tokens)
            self._in_flight[token] = pending
            if self._options.timeout is not None:
                pending.expiry.disposable = self._node.scheduler.schedule_relative(
                    self._options.timeout, lambda *_, token=token: self._expired(token)
                )
            self._send(token)
        if self._connected and self._source_completed and not self._in_flight and not self._waiting:
            self._end(None)

    def _send(self, token: int) -> None:
        pending, client = self._in_flight.get(token), self._client
        if pending is None or pending.outcome is not None or client is None or not self._connected:
            return
        if not client.is_ready():
            self._unsent.append(token)
            if len(self._unsent) == 1:
                give_up = GraphWaits.of(self._node._backing).add(client.is_ready, self._send_unsent)
                self._absent.disposable = Disposable(give_up)
                if self._reports is None:  # requests that have expired do not end the wait
                    self._reports = WaitReports.of(self._node.scheduler.loop)
                    self._report_number = self._reports.begin(self._report_wait)
            return
        try:
            pending.number = client.send(self._codecs[0].encode(pending.request), token)
        except Exception as error:
            self._settle(token, RequestResult(pending.request, error=error))

    def _report_wait(self, seconds: float) -> None:
        """Logs that there is no server."""
        if self._unsent:
            reason = missing_server(self._node, self._options.service, self._options.type)
            self._node.logger.warning(f'{self._name} has waited {seconds:.0f} s for a server: {reason}')

    def _end_wait(self) -> None:
        reports, self._reports = self._reports, None
        if reports is not None:
            reports.end(self._report_number)

    def _send_unsent(self) -> None:
        """Sends the requests that waited for a server."""
        self._end_wait()
        unsent, self._unsent = self._unsent, []
        for token in unsent:
            self._send(token)

    def _expired(self, token: int) -> None:
        pending, client = self._in_flight.get(token), self._client
        if pending is None or pending.outcome is not None:
            return
        if pending.number is None:
            with suppress(ValueError):
                self._unsent.remove(token)
        elif client is not None:
            client.forget(pending.number)
        why = 'there is no server' if pending.number is None else 'the server did not answer'
        text = f'no response of {self._options.service} within {self._options.timeout:g} s: {why}'
        self._settle(token, RequestResult(pending.request, error=RequestTimeout(text)))

    def _drain(self) -> None:
        client = self._client
        if client is None:
            return
        for token, sample in client.take():
            pending = self._in_flight.get(token)
            if pending is None or pending.outcome is not None:
                continue
            try:
                result = RequestResult(pending.request, self._codecs[1].decode(sample))
            except Exception as error:
                result = RequestResult(pending.request, error=error)
            self._settle(token, result)

    def _settle(self, token: int, result: RequestResult) -> None:
        self._in_flight[token].outcome = result
        self._in_flight[token].expiry.dispose()
        for ready in [token] if self._options.as_arrived else self._in_order():
            outcome = self._in_flight.pop(ready).outcome
            assert outcome is not None
            if outcome.error is not None:
                self._failed(outcome.request, outcome.error)
            else:
                self._next(outcome if self._options.per_item else outcome.response)
        self._go_on()

    def _in_order(self) -> list[int]:
        return [token for token, _ in itertools.takewhile(lambda entry: entry[1].outcome, self._in_flight.items())]


class ServiceRequest(Generic[_Req, _Res]):
    """A request that waits for its response. A request that is dropped without an answer is logged as a warning."""

    def __init__(self, source: _Server, to: Any, request: _Req) -> None:
        self._source = source
        self._to = to
        self._lock = threading.Lock()  # guards `answered`; held while the response is sent
        self.request = request
        self.answered = False

    def respond(self, response: _Res) -> bool:
        """Sends the response, now or later, from any thread, without waiting.

        Returns False if the service is closed. Raises RuntimeError if the request was answered before; TypeError or
        ValueError for an object that is not a response, after which the request is still unanswered.
        """
        with self._lock:
            if self.answered:
                raise RuntimeError(f'a request to {self._source.service} was answered twice')
            sent = self._source.respond(self._to, response)
            self.answered = True
            return sent

    def __del__(self) -> None:
        if not self.answered:
            self._source.dropped()


def serve(node: Node, srv_type: Any, service_name: str) -> Stream[ServiceRequest[Any, Any]]:
    """Emits the requests to a service; answer each by its respond().

    ::

        requests to s      --1--2-----3--
        serve(n, T, s)     --1--2-----3--|      (| the node was closed, or shutdown())

    The service exists while the stream has a subscriber; all subscribers share it. While the executor is busy at most
    1000 requests wait; beyond that the oldest is dropped. An exception in a function behind it ends the stream, and the
    service with it: catch exceptions where you answer. A name that ROS 2 does not allow is the stream's ValueError.
    """
    with_parts(f'serve({text("service", service_name)})', 'a service', srv_type)
    return _Server(as_node(node), srv_type, service_name).stream()


class _Server(SharedSource[ServiceRequest[Any, Any]]):
    def __init__(self, node: Node, srv_type: Any, service: str) -> None:
        super().__init__(node, f'serve({service})')
        self.service = service
        self._type = srv_type
        self._codecs = node._backing.codec(srv_type.Request), node._backing.codec(srv_type.Response)
        self._attachment: Attachment | None = None
        self._core: Any = None
        self._unanswered = LossCount()

    def _connect(self) -> None:
        self._core = core = self._node._backing.server(self.service, self._type)
        self._attachment = Attachment(self._node, core, self._drain)

    def _disconnect(self) -> None:
        self._core = None
        attachment, self._attachment = self._attachment, None
        if attachment is not None:
            attachment.close()

    def _drain(self) -> None:
        core = self._core
        if core is None:
            return
        for to, sample in core.take():
            try:
                request = self._codecs[0].decode(sample)
            except Exception as error:
                self._node.logger.warning(f'{self._name}: a malformed request was dropped: {error}')
                continue
            emitted: ServiceRequest[Any, Any] = ServiceRequest(self, to, request)
            failures = self._node._stream_failures
            self._next(emitted)
            if self._core is not core:
                if not emitted.answered and self._node.ok() and self._node._stream_failures == failures:
                    self._node.logger.warning(
                        f'{self._name}: its stream ended at a request, which gets no answer; the service is closed'
                    )
                return

    def respond(self, to: Any, response: Any) -> bool:
        """Sends a response. Returns False if the service is closed."""
        encoded = self._codecs[1].encode(response)
        core = self._core
        if core is None:
            return False
        core.respond(to, encoded)
        return True

    def dropped(self) -> None:
        """Logs a request that was dropped without an answer."""
        if self._core is not None and not self._node.closed and self._unanswered.add():
            new = self._unanswered.take()
            count = losses(new, self._unanswered.total, 'dropped without an answer', 'request')
            self._node.logger.warning(f'{self._name}: {count}: the client waits for ever; call respond() for each')


__all__ = ['RequestDropped', 'RequestResult', 'RequestTimeout', 'ServiceRequest', 'send_request', 'serve']
