# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Browser: a connected page, the topics that it shows, and its requests."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from .outbox import Outbox

if TYPE_CHECKING:
    from .system import System

PATIENCE = 5.0
"""Seconds within which a page has to receive a frame; then it is dropped."""


class Browser:
    """A connected page, during serve(). Loop's thread."""

    def __init__(self, system: System, connection: ServerConnection) -> None:
        self._system = system
        self._connection = connection
        self._requests: set[asyncio.Task[None]] = set()
        self.outbox = Outbox()
        self.watched: set[str] = set()
        """Topics whose figures it shows."""
        self.shown_values: dict[str, set[str]] = {}
        """Topics whose values it shows, with the fields that it plots."""
        self.log = self.streams = self._is_closed = False

    async def serve(self) -> None:
        """Serves the page until it disconnects or is dropped."""
        sending = asyncio.ensure_future(self._send())
        try:
            async for text in self._connection:
                try:
                    request = json.loads(text)
                    self._handle(request['op'], request)
                except Exception as error:  # the page may be of another version, or not ours
                    self.say('error', f'a request was not understood: {type(error).__name__}: {error}')
        except ConnectionClosed:
            pass
        finally:
            self._is_closed = True
            for task in (sending, *self._requests):
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending

    async def _send(self) -> None:
        while True:
            for frame in await self.outbox.next():
                if self._is_closed:  # wait_for() of Python 3.11 and older may swallow the cancellation
                    return
                try:
                    text = frame if isinstance(frame, bytes) else json.dumps(
                        frame, separators=(',', ':'), allow_nan=False
                    )  # fmt: skip
                except (
                    RecursionError,
                    TypeError,
                    ValueError,
                ) as error:  # a peer has sent data that JSON cannot express
                    self._system.complain(f'something of {frame["op"] if isinstance(frame, dict) else ""}', error)
                    continue
                try:
                    await asyncio.wait_for(self._connection.send(text), PATIENCE)
                except asyncio.TimeoutError:  # the page has stalled; a close handshake would wait too
                    self._system.say(f'a page took nothing for {PATIENCE:g} s, and was dropped')
                    self._connection.transport.abort()
                    return
                except ConnectionClosed:
                    return

    def say(self, level: str, text: str) -> None:
        """Shows a text on the page."""
        self.outbox.add('said', [{'level': level, 'text': text}], 20, op='said')

    def _handle(self, op: str, request: dict[str, Any]) -> None:
        if op == 'watch':
            watched = {str(topic) for topic in request['topics'][:MOST_WATCHED]}
            self._system.check_topics(watched)
            self.watched = watched
            self._system.update_taps()
        elif op == 'look':
            topics = [*request['topics'].items()][:MOST_WATCHED]
            shown_values = {str(topic): {str(field) for field in fields[:8]} for topic, fields in topics}
            self._system.check_topics(shown_values)
            self.shown_values = shown_values
            self._system.update_taps()
        elif op == 'log':
            self.log = bool(request['on'])
            self._system.show_log(self)
        elif op == 'streams':
            self.streams = bool(request['on'])
            self._system.show_streams(self)
        elif op == 'parameters':
            self._start(self._system.parameters.show(self, str(request['node'])))
        elif op == 'set':
            self._start(self._system.parameters.set(self, str(request['node']), str(request['name']), request['value']))
        elif op == 'doctor':
            self._start(self._system.run_doctor(self))
        else:
            raise ValueError(f'op is {op!r}')

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if len(self._requests) >= MOST_REQUESTS:
            work.close()
            raise ValueError(f'{MOST_REQUESTS} requests wait for an answer')
        task = asyncio.ensure_future(self._answer(work))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def _answer(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            self.say('error', f'a request was not answered: {type(error).__name__}: {error}')


MOST_WATCHED = 1200
MOST_REQUESTS = 64
