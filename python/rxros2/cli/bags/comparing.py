# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""What differs between the messages that two recordings have of a topic."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..._core import Codec
from ...bag import Message

_AHEAD = 64
"""So many messages ahead it is looked for one that is missing on the other side."""
_MOST_AHEAD = 64 << 20
"""Bytes of these messages; beyond, none is looked for further ahead."""


@dataclass(frozen=True)
class Tolerances:
    time: int = 0
    """Nanoseconds between two messages that count as the same."""
    number: float = 0.0
    """Between two numbers with a point, absolute or as a part of the greater."""
    ignored: tuple[str, ...] = ()
    """Fields, by their path without indices ('header.stamp'), with all that is in them."""


@dataclass
class Difference:
    """Message `number` of the first and of the second recording, or None where it is missing; counted from 0."""

    kind: str
    """'missing' (in the second), 'added', 'time' or 'content'."""
    first: int | None
    second: int | None
    time: int
    """Nanoseconds since the beginning of the recording that has it."""
    fields: list[tuple[str, Any, Any]] = field(default_factory=list)
    """Of 'content': path, and both values; empty if the bytes cannot be decoded here."""
    late: int = 0
    """Of 'time': by how many nanoseconds the second one's is later."""


class _Side:
    """Messages one after the other, and some ahead."""

    def __init__(self, messages: Iterator[Message], begin: int) -> None:
        self._messages = messages
        self._ahead: deque[Message] = deque()
        self._bytes = 0  # of these
        self._begin = begin
        self.number = 0

    def ahead(self, count: int) -> Message | None:
        """The message that comes after `count` others, if there is one that near."""
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
        self, other: _Side, wanted: Message, same: Callable[[Message, Message], bool], within: Tolerances | None
    ) -> int | None:
        """After how many messages the other side's comes; None if not soon. `within`: at its time; None: at any."""
        time = other.time(wanted)
        for count in range(1, _AHEAD):
            message = self.ahead(count)
            if message is None or (within is not None and self.time(message) > time + within.time):
                return None
            if (within is None or self.time(message) >= time - within.time) and same(message, wanted):
                return count
        return None


def compare(
    first: tuple[Iterator[Message], int],
    second: tuple[Iterator[Message], int],
    codec: Codec | None,
    tolerances: Tolerances,
) -> Iterator[Difference | None]:
    """For each message that either has: None if both have it, else what differs. Holds no more than some messages.

    `first`, `second`: messages of one topic, in the order of time, and the time from which they are counted.
    """
    a, b = _Side(*first), _Side(*second)

    def same(one: Message, other: Message) -> bool:
        if one.sample == other.sample:
            return True
        return _is_tolerant(tolerances) and not differing(one.sample, other.sample, codec, tolerances)

    while True:
        left, right = a.ahead(0), b.ahead(0)
        if left is None or right is None:
            break
        late = b.time(right) - a.time(left)
        on_time = abs(late) <= tolerances.time
        if on_time and same(left, right):
            yield None
        elif (skipped := a.distance(b, right, same, tolerances)) is not None:
            yield from a.skip(skipped, 'missing')
            continue
        elif (skipped := b.distance(a, left, same, tolerances)) is not None:
            yield from b.skip(skipped, 'added')
            continue
        elif not on_time and same(left, right):
            yield Difference('time', a.number, b.number, a.time(left), late=late)
        elif not on_time and (skipped := a.distance(b, right, same, None)) is not None:
            yield from a.skip(skipped, 'missing')
            continue
        elif not on_time and (skipped := b.distance(a, left, same, None)) is not None:
            yield from b.skip(skipped, 'added')
            continue
        else:
            fields = differing(left.sample, right.sample, codec, tolerances) or []
            yield Difference('content', a.number, b.number, a.time(left), fields)
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
    """Fields that differ: path, and both values. None if the bytes cannot be decoded here, and differ."""
    if codec is None:
        return None
    return codec.differences(one, other, tolerances.number, [*tolerances.ignored])
