# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Listener: the iterator that listen() and listen_reliable() of a sub return, for `async for`."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any, TypeVar

from .consumer import Consumer

if TYPE_CHECKING:
    from types import TracebackType

    from .sub import BaseSub

_MsgType = TypeVar('_MsgType')


class Listener(AsyncGenerator[_MsgType, None]):
    """Iterates over items as they arrive. Ends when the sub is closed; raises the exception by which the sub failed.

    Several tasks may share a listener: each item goes to one of them. Leaving the loop or dropping the listener
    releases its queue. A wait that was cancelled, for example by a timeout, may be repeated.
    """

    def __init__(self, sub: BaseSub[_MsgType], consumer: Consumer[_MsgType], lifo: bool) -> None:
        self._sub = sub
        self._consumer = consumer
        self._lifo = lifo

    @property
    def dropped(self) -> int:
        """The number of items that were dropped because the queue was full."""
        return self._consumer.dropped

    def waiting(self) -> tuple[_MsgType, ...]:
        """Takes out the next item if there is one, without waiting. Returns () otherwise.

        Any thread, one at a time.
        """
        consumer = self._consumer
        try:
            item = consumer.items.pop() if self._lifo else consumer.items.popleft()
        except IndexError:
            return ()
        consumer.delivered += 1
        consumer.taken()
        return (item,)

    def __aiter__(self) -> Listener[_MsgType]:
        return self

    async def __anext__(self) -> _MsgType:
        return await self._consumer.take(self._sub, self._lifo)

    async def asend(self, value: None) -> _MsgType:
        """Returns the next item; the value is ignored."""
        return await self.__anext__()

    async def athrow(self, *error: Any) -> _MsgType:
        """Ends the listener and raises the error."""
        self._leave()
        raise error[1] if len(error) > 1 and error[1] is not None else error[0]

    async def aclose(self) -> None:
        """Ends the listener."""
        self._leave()

    async def __aenter__(self) -> Listener[_MsgType]:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._leave()

    def __del__(self) -> None:
        self._sub._collected(self._consumer)

    def _leave(self) -> None:
        self._sub._abandon(self._consumer)
