# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_bag and to_bag: recordings under asyncio."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterable
from typing import Any, TypeVar, overload

from ...bag import Recorded, Tap, Writer, read

_T = TypeVar('_T')

_AT_ONCE = 64
"""Messages after which other tasks get their turn."""


@overload
def from_bag(path: str | os.PathLike[str], message_type: type[_T], topic: str) -> AsyncGenerator[Recorded[_T]]: ...
@overload
def from_bag(
    path: str | os.PathLike[str], *, topics: Iterable[str] | None = None
) -> AsyncGenerator[Recorded[bytes]]: ...
async def from_bag(
    path: str | os.PathLike[str],
    message_type: type[Any] | None = None,
    topic: str | None = None,
    *,
    topics: Iterable[str] | None = None,
) -> AsyncGenerator[Recorded[Any]]:
    """`async for` the messages that a recording has of a topic, as Recorded, which have their times.

    Without a type, the samples of several topics or of all, as bytes. `path`: a folder that rosbag2 or to_bag made, a
    .mcap or a .db3. In the order of log times, as fast as they are wanted: nothing waits for the times. Files are read
    in the loop's thread; other tasks get their turn after some messages.
    BagError, with the file and the byte, for what is no recording or is damaged, for a topic that is not there or has
    another type; CdrError for bytes that are no message of the type.
    """
    if (message_type is None) != (topic is None):
        raise TypeError('from_bag: expected a type and a topic, or none of both')
    names = [topic] if topic is not None else None if topics is None else list(topics)
    for number, message in enumerate(read(path, message_type, names), 1):
        yield message
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0)


async def to_bag(
    source: AsyncIterable[_T],
    to: str | os.PathLike[str] | Writer,
    message_type: type[Any] | None = None,
    topic: str | None = None,
    *,
    clock: Callable[[], int] | None = None,
) -> AsyncGenerator[_T]:
    """`async for` the items of `source`, which are recorded as they pass: `to_bag(sub.listen(), 'drive', T, '/t')`.

    Items are messages, or Recorded, which keep their times; others have the time of `clock` in nanoseconds, such as
    node.now, else the system's. Without a type, Recorded of any topic, as from_bag(path) yields them. `to` is a new
    folder, a new .mcap or .db3; instead of it a rxros2.bag.Writer, which several share and somebody closes. The files
    are complete when `source` ends, or with aclose().
    BagError for a path that exists and for what cannot be written (a full disk): what was written before can be read.
    """
    if (message_type is None) != (topic is None):
        raise TypeError('to_bag: expected a type and a topic, or none of both')
    tap = Tap(to, message_type, topic, clock)
    try:
        async for item in source:
            tap.write(item)
            yield item
    finally:
        tap.close()
