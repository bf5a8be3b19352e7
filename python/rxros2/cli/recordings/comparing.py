# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Comparison of the messages of one topic in two recordings."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..._core import Codec
from ...bag import Message
from ...messages.codec import CdrError

_AHEAD = 64
"""Number of messages to search ahead for a message that the other recording does not have."""
_MOST_AHEAD = 64 << 20
"""Bytes of messages after which the search ends."""


@dataclass(frozen=True)
class Tolerances:
    """Differences that count as equal."""

    time: int = 0
    """Most nanoseconds between two messages that count as equal."""
    number: float = 0.0
    """Allowed difference of two floating-point numbers, absolute or relative to the greater one."""
    ignored: tuple[str, ...] = ()
    """Paths of fields that are not compared, without indices ('header.stamp'); includes nested fields."""


@dataclass
class Difference:
    """A difference. `first` and `second` are the message's numbers in the recordings, from 0; None if it is missing."""

    kind: str
    """'missing' (in the second), 'added', 'time' or 'content'."""
    first: int | None
    second: int | None
    time: int
    """Nanoseconds since the beginning of the recording that has the message."""
    fields: list[tuple[str, Any, Any]] = field(default_factory=list)
    """For 'content': path and both values of each field; empty if the bytes cannot be decoded."""
    late: int = 0
    """For 'time': nanoseconds by which the second message is later."""


class _Side:
    """The messages of one recording, with a buffer that looks ahead."""

    def __init__(self, messages: Iterator[Message], begin: int) -> None:
        self._messages = messages
        self._ahead: deque[Message] = deque()
        self._bytes = 0  # in _ahead
        self._begin = begin
        self.number = 0

    def ahead(self, count: int) -> Message | None:
        """Returns the message after the next `count` ones, or None if there is none or the buffer is full."""
        while len(self._ahead) <= count and self._bytes <= _MOST_AHEAD:
            message = next(self._messages, None)
            if message is None:
                break
            self._ahead.append(message)
            self._bytes += len(message.sample)
        return self._ahead[count] if count < len(self._ahead) else None

    def time(self, message: Message) -> int:
        return message.log_time - self._begin

    def step(self) -> None:
        self._bytes -= len(self._ahead.popleft().sample)
        self.number += 1

    def skip(self, count: int, kind: str) -> Iterator[Difference]:
        for _ in range(count):
            message = self._ahead[0]
            first, second = (self.number, None) if kind == 'missing' else (None, self.number)
            yield Difference(kind, first, second, self.time(message))
            self.step()

    def distance(
        self, other: _Side, target: Message, same: Callable[[Message, Message], bool], within: Tolerances | None
    ) -> int | None:
        """Returns the number of messages before one that equals `target` of the other side; None if none is near.

        `within` limits the difference of their times; None does not.
        """
        time = other.time(target)
        for count in range(1, _AHEAD):
            message = self.ahead(count)
            if message is None or (within is not None and self.time(message) > time + within.time):
                return None
            if (within is None or self.time(message) >= time - within.time) and same(message, target):
                return count
        return None


def compare(
    first: tuple[Iterator[Message], int],
    second: tuple[Iterator[Message], int],
    codec: Codec | None,
    tolerances: Tolerances,
) -> Iterator[Difference | None]:
    """Yields None for each message that both sides have, else a Difference. Buffers only a few messages.

    `first`, `second`: messages of one topic in the order of time, and the time that counts as 0.
    """
    a, b = _Side(*first), _Side(*second)

    def same(one: Message, other: Message) -> bool:
        if one.sample == other.sample:
            return True
        return _is_tolerant(tolerances) and differing(one.sample, other.sample, codec, tolerances) == []

    while True:
        first_message, second_message = a.ahead(0), b.ahead(0)
        if first_message is None or second_message is None:
            break
        late = b.time(second_message) - a.time(first_message)
        on_time = abs(late) <= tolerances.time
        if on_time and same(first_message, second_message):
            yield None
        elif (skipped := a.distance(b, second_message, same, tolerances)) is not None:
            yield from a.skip(skipped, 'missing')
            continue
        elif (skipped := b.distance(a, first_message, same, tolerances)) is not None:
            yield from b.skip(skipped, 'added')
            continue
        elif not on_time and same(first_message, second_message):
            yield Difference('time', a.number, b.number, a.time(first_message), late=late)
        elif not on_time and (skipped := a.distance(b, second_message, same, None)) is not None:
            yield from a.skip(skipped, 'missing')
            continue
        elif not on_time and (skipped := b.distance(a, first_message, same, None)) is not None:
            yield from b.skip(skipped, 'added')
            continue
        else:
            fields = differing(first_message.sample, second_message.sample, codec, tolerances) or []
            yield Difference('content', a.number, b.number, a.time(first_message), fields)
        a.step()
        b.step()
    while a.ahead(0) is not None:
        yield from a.skip(1, 'missing')
    while b.ahead(0) is not None:
        yield from b.skip(1, 'added')


def _is_tolerant(tolerances: Tolerances) -> bool:
    return tolerances.number > 0 or bool(tolerances.ignored)


def differing(
    one: bytes, other: bytes, codec: Codec | None, tolerances: Tolerances
) -> list[tuple[str, Any, Any]] | None:
    """Returns path and values of fields that differ. None if the bytes differ but cannot be decoded."""
    if codec is None:
        return None
    try:
        return codec.differences(one, other, tolerances.number, [*tolerances.ignored])
    except CdrError:
        return None
