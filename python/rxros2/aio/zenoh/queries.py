# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Server and Client: queries and their replies."""

from __future__ import annotations

import asyncio
from typing import Any

import zenoh

from ...durations import time_limit
from ._declared_sub import DeclaredSub
from .session import auto_session


class Responder:
    """A query that waits for its reply, which may be sent at once, later, or never."""

    def __init__(self, query: zenoh.Query) -> None:
        self.query = query
        self.request = query.payload
        """The query's payload, None if it has none."""
        self.response: Any = None
        """The default of send()."""

    def send(self, response: Any = None) -> None:
        """Replies and ends the query. Any thread."""
        payload = self.response if response is None else response
        self.query.reply(self.query.key_expr, b'' if payload is None else payload)
        self.query.drop()  # type: ignore[no-untyped-call]


class Server(DeclaredSub[Responder]):
    """Emits the queries of a key expression as Responders."""

    def _declare(self, key_expr: zenoh.KeyExpr | str) -> Any:
        self.queryable = self.session.declare_queryable(
            key_expr, lambda query: self.input_data(Responder(query)), complete=True
        )
        return self.queryable


class Client:
    """Sends queries for a key expression."""

    def __init__(self, key_expr: zenoh.KeyExpr | str, session: zenoh.Session | None = None) -> None:
        self._key_expr = key_expr
        self.session = auto_session(session)

    async def call(self, request: Any = None, timeout: float = 10) -> zenoh.Sample:
        """Returns the first reply. Raises RuntimeError with the peer's text for an error, TimeoutError without a reply.

        Cancelling the call cancels the query.
        """
        loop = asyncio.get_running_loop()
        limit = time_limit(timeout)
        reply: asyncio.Future[zenoh.Reply] = loop.create_future()

        def arrived(answer: zenoh.Reply | None) -> None:
            if reply.done():
                return
            if answer is None:
                reply.set_exception(TimeoutError(f'no reply to {self._key_expr} within {limit:g} s'))
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
            timeout=1e9 if limit is None else limit + 1,  # our own timer decides; Zenoh's would reply with an error
            cancellation_token=token,
        )
        expiry = None if limit is None else loop.call_later(limit, arrived, None)
        try:
            answer = await reply
        finally:
            if expiry is not None:
                expiry.cancel()
            token.cancel()  # type: ignore[no-untyped-call]
        if answer.ok is None:
            error = answer.err
            text = error.payload.to_string() if error is not None else 'unknown'
            raise RuntimeError(f'{self._key_expr} answered with an error: {text}')
        return answer.ok


__all__ = ['Client', 'Responder', 'Server']
