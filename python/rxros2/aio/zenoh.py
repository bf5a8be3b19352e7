# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Zenoh under asyncio: subscribers, publishers, queries and queryables of a session. Needs `rxros2[zenoh]`."""

from __future__ import annotations

import asyncio
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

try:
    import zenoh
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "rxros2.aio.zenoh needs the package 'eclipse-zenoh': pip install 'rxros2[zenoh]'",
        name='zenoh',
    ) from error

from .core import (
    AUTO_SCOPE,
    BaseSub,
    ConverterSub,
    Rate,
    Scope,
    ScopeBreak,
    scoped,
    soft_timeout,
    soft_wait_for,
)

_session: ContextVar[zenoh.Session | None] = ContextVar('rxros2.aio.zenoh.session', default=None)


def current_session() -> zenoh.Session:
    """The session of the innermost auto_context(). LookupError without one."""
    session = _session.get()
    if session is None:
        raise LookupError('no Zenoh session is open here; expected to be inside `with zenoh.auto_context():`')
    return session


def _open_session() -> zenoh.Session:
    """A session by the file that ZENOH_SESSION_CONFIG_URI names, else by Zenoh's defaults."""
    path = os.environ.get('ZENOH_SESSION_CONFIG_URI')
    return zenoh.open(zenoh.Config.from_file(path) if path else zenoh.Config())


@contextmanager
def auto_context(session: zenoh.Session | None = None) -> Iterator[zenoh.Session]:
    """Makes `session` that of this block. Without one, opens one, and closes it at the block's end."""
    own = _open_session() if session is None else session
    token = _session.set(own)
    try:
        yield own
    finally:
        _session.reset(token)
        if session is None:
            own.close()  # type: ignore[no-untyped-call]


@contextmanager
def session_context(session: zenoh.Session | None = None, close_on_exit: bool = True) -> Iterator[zenoh.Session]:
    """auto_context(), as earlier versions of asyncio_for_robotics called it."""
    warnings.warn('session_context() is deprecated: use auto_context()', DeprecationWarning, stacklevel=3)
    with auto_context(session) as active:
        yield active
    if session is not None and close_on_exit:
        session.close()  # type: ignore[no-untyped-call]


def auto_session(session: zenoh.Session | None = None) -> zenoh.Session:
    """`session`, else the current one, else a new one, with a warning since nobody closes it."""
    if session is not None:
        return session
    try:
        return current_session()
    except LookupError:
        warnings.warn(
            'a Zenoh session was opened that nobody closes; open one by `with zenoh.auto_context():`',
            stacklevel=3,
        )
        session = _open_session()
        _session.set(session)
        return session


class Sub(BaseSub[zenoh.Sample]):
    """The samples of a key expression."""

    def __init__(
        self,
        key_expr: zenoh.KeyExpr | str,
        session: zenoh.Session | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        super().__init__(scope=scope)
        self._key_expr = key_expr
        self.session = self._resolve_session(session)
        self.sub = self._resolve_sub(key_expr)

    @property
    def name(self) -> str:
        return f'zenoh.Sub({self._key_expr})'

    def _resolve_session(self, session: zenoh.Session | None) -> zenoh.Session:
        """Which session to use; to be overridden."""
        return auto_session(session)

    def _resolve_sub(self, key_expr: zenoh.KeyExpr | str) -> Any:
        """How to subscribe; to be overridden."""
        # Not through Zenoh's queue and a thread of its own: input_data() never blocks, and is called where the sample
        # arrives, for a put of this session by its caller.
        handler: Any = zenoh.handlers.Callback(self.callback_for_sub, indirect=False)
        return self.session.declare_subscriber(key_expr, handler)

    def callback_for_sub(self, sample: zenoh.Sample) -> None:
        """A sample arrives, in Zenoh's thread or in that which puts it."""
        self.input_data(sample)

    def close(self) -> None:
        if not self.closed and not self.session.is_closed():
            self.sub.undeclare()
        super().close()


class Pub:
    """Publishes on a key. Closed with its scope, or by close()."""

    def __init__(
        self,
        key_expr: zenoh.KeyExpr | str,
        session: zenoh.Session | None = None,
        **options: Any,
    ) -> None:
        """`options` are those of zenoh.Session.declare_publisher."""
        self.session = auto_session(session)
        self.pub = self.session.declare_publisher(key_expr, **options)
        scope = Scope.current(None)
        if scope is not None:
            scope.exit_stack.callback(self.close)

    def put(self, payload: Any, **options: Any) -> None:
        """Sends to whoever listens now."""
        self.pub.put(payload, **options)

    async def wait_for_matched(self, timeout: float | None = None) -> None:
        """Returns when a subscriber matches; TimeoutError if none does within `timeout` seconds."""
        loop = asyncio.get_running_loop()
        matched = asyncio.Event()

        def changed(status: Any) -> None:
            if status.matching:
                loop.call_soon_threadsafe(matched.set)

        listener = self.pub.declare_matching_listener(changed)
        try:
            if getattr(self.pub.matching_status, 'matching', self.pub.matching_status):
                return
            try:
                await asyncio.wait_for(matched.wait(), timeout)
            except asyncio.TimeoutError:
                raise TimeoutError(f'no subscriber of {self.pub.key_expr} within {timeout:g} s') from None
        finally:
            listener.undeclare()  # type: ignore[no-untyped-call]

    def close(self) -> None:
        if not self.session.is_closed():
            self.pub.undeclare()  # type: ignore[no-untyped-call]


class Responder:
    """A query that waits for its reply; it may be sent at once, later, or never."""

    def __init__(self, query: zenoh.Query) -> None:
        self.query = query
        self.request = query.payload
        """The query's payload, None if it has none."""
        self.response: Any = None
        """What send() sends if it is given nothing."""

    def send(self, response: Any = None) -> None:
        """Replies, and ends the query. Any thread."""
        payload = self.response if response is None else response
        self.query.reply(self.query.key_expr, b'' if payload is None else payload)
        self.query.drop()  # type: ignore[no-untyped-call]


class Server(BaseSub[Responder]):
    """The queries of a key expression, as Responders."""

    def __init__(
        self,
        key_expr: zenoh.KeyExpr | str,
        session: zenoh.Session | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        super().__init__(scope=scope)
        self._key_expr = key_expr
        self.session = auto_session(session)
        self.queryable = self.session.declare_queryable(
            key_expr, lambda query: self.input_data(Responder(query)), complete=True
        )

    @property
    def name(self) -> str:
        return f'zenoh.Server({self._key_expr})'

    def close(self) -> None:
        if not self.closed and not self.session.is_closed():
            self.queryable.undeclare()  # type: ignore[no-untyped-call]
        super().close()


class Client:
    """Queries a key expression."""

    def __init__(self, key_expr: zenoh.KeyExpr | str, session: zenoh.Session | None = None) -> None:
        self._key_expr = key_expr
        self.session = auto_session(session)

    async def call(self, request: Any = None, timeout: float = 10) -> zenoh.Sample:
        """The first reply. RuntimeError with the peer's text if it is an error; TimeoutError if there is none.

        Cancelling it cancels the query.
        """
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[zenoh.Reply] = loop.create_future()

        def arrived(answer: zenoh.Reply | None) -> None:
            if reply.done():
                return
            if answer is None:
                reply.set_exception(TimeoutError(f'no reply to {self._key_expr} within {timeout:g} s'))
            else:
                reply.set_result(answer)

        handler: Any = zenoh.handlers.Callback(
            lambda answer: loop.call_soon_threadsafe(arrived, answer),
            lambda: loop.call_soon_threadsafe(arrived, None),
        )
        token = zenoh.CancellationToken()
        self.session.get(
            self._key_expr,
            handler,
            payload=request,
            timeout=timeout + 1,  # the clock that counts is ours: Zenoh's answers with an error
            cancellation_token=token,
        )
        expiry = loop.call_later(timeout, arrived, None)
        try:
            answer = await reply
        finally:
            expiry.cancel()
            token.cancel()  # type: ignore[no-untyped-call]
        if answer.ok is None:
            error = answer.err
            text = error.payload.to_string() if error is not None else 'unknown'
            raise RuntimeError(f'{self._key_expr} answered with an error: {text}')
        return answer.ok


__all__ = [
    'Client',
    'ConverterSub',
    'Pub',
    'Rate',
    'Responder',
    'Scope',
    'ScopeBreak',
    'Server',
    'Sub',
    'auto_context',
    'auto_session',
    'current_session',
    'scoped',
    'session_context',
    'soft_timeout',
    'soft_wait_for',
]
