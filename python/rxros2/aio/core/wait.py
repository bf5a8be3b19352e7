# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Wait: the awaitable that the wait_for_… functions of a sub return."""

from __future__ import annotations

import sys
from collections.abc import Coroutine, Generator
from typing import TYPE_CHECKING, Any, TypeVar

from ..._caller import place_of, user_frame
from .consumer import Consumer

if TYPE_CHECKING:
    from .sub import BaseSub

_MsgType = TypeVar('_MsgType')


class Wait(Coroutine[Any, Any, _MsgType]):
    """A wait for one item: awaited once, in a task or not. It counts items from its creation on; dropping it ends it.

    It is also a coroutine, as asyncio.create_task() and others require.
    """

    __slots__ = ('_consumer', '_misused', '_running', '_sub', '_timeout')

    def __init__(self, sub: BaseSub[_MsgType], consumer: Consumer[_MsgType], timeout: float | None) -> None:
        self._sub = sub
        self._consumer = consumer
        self._timeout = timeout
        self._running: Coroutine[Any, Any, _MsgType] | None = None
        self._misused = False  # an error has said already that it has to be awaited

    async def _run(self) -> _MsgType:
        try:
            return await self._consumer.take(self._sub, timeout=self._timeout)
        finally:
            self._sub._remove(self._consumer)

    def _started(self) -> Coroutine[Any, Any, _MsgType]:
        if self._running is None:
            self._running = self._run()
        return self._running

    def __await__(self) -> Generator[Any, Any, _MsgType]:
        return self._started().__await__()

    def send(self, value: Any) -> Any:
        """Resumes the coroutine with a value."""
        return self._started().send(value)

    def throw(self, *error: Any) -> Any:
        """Raises an error in the coroutine."""
        return self._started().throw(*error)

    def close(self) -> None:
        """Ends the wait."""
        self._started().close()
        self._sub._remove(self._consumer)

    def __getattr__(self, name: str) -> Any:
        if name.startswith('_'):
            raise AttributeError(name)
        self._misused = True
        raise AttributeError(
            f"a wait of {self._sub.name} has no attribute '{name}': write (await sub.wait_for_…()).{name}"
        )

    def __del__(self) -> None:
        if self._running is None:
            self._sub._collected(self._consumer)
            # A closed sub or an exception means that the program ended before it could await.
            if not (self._misused or self._sub.closed) and sys.exc_info()[0] is None:
                self._sub._warn(
                    f'a wait of {self._sub.name} was never awaited{_dropped_at()}: write await sub.wait_for_…()'
                )


def _dropped_at() -> str:
    place = place_of(user_frame())
    return f' at {place}' if place else ''
