# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""from_bag, to_bag and to_black_box: recordings under asyncio."""

from __future__ import annotations

import asyncio
import os
import pathlib
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterable
from typing import Any, TypeVar, overload

from ..._core import BagBlackBoxEvents
from ...bag import BagError, BaseBlackBox, Recorded, Tap, Writer, read
from ..core.loop_bridge import bridge_of

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


class BlackBox(BaseBlackBox):
    """The last seconds of what several streams have, in a folder; a recording of them for each fault. Within `with`.

    The folder has `ring`, some files of MCAP of which the oldest makes room for the newest, and a recording for each
    fault: of `duration` seconds before it (up to an eighth more) and `after` seconds behind it, in which further faults
    belong to it. Files of the ring have at most `size` bytes; `queue` bytes wait for the disk, messages of more are
    dropped and counted. The recordings are links to the ring's files, which need no room on the disk. A thread of the
    box writes four times a second: what came up to half a second before the process is killed, or a second before the
    power fails, can be read. A ring that a killed process left is made a recording by the next box: `former`.
    BagError for a folder that cannot be made, or that another box uses. Any thread; not in a process that was forked.
    """

    def errors(self) -> AsyncGenerator[BagError]:
        """`async for` what could not be written (a full disk), and how many messages were dropped, from this call on.

        Streams go on. While nobody listens, it is logged. Ends with the box.
        """
        return _told(*self._events(True))

    def saved(self) -> AsyncGenerator[pathlib.Path]:
        """`async for` the folders of recordings that are complete, from this call on. Ends with the box."""
        return _told(*self._events(False))


async def _told(events: BagBlackBoxEvents, made: Callable[[str], Any]) -> AsyncGenerator[Any]:
    bridge = bridge_of(asyncio.get_running_loop())
    has_some = asyncio.Event()
    key = bridge.add(events, has_some.set)
    try:
        is_end = False
        while not is_end:
            await has_some.wait()
            has_some.clear()
            texts, is_end = events.take()
            for text in texts:
                yield made(text)
    finally:
        events.close()
        bridge.remove(key)


async def to_black_box(
    source: AsyncIterable[_T],
    box: BaseBlackBox,
    message_type: type[Any],
    topic: str,
    is_fault: Callable[[Any], bool] | None = None,
    *,
    clock: Callable[[], int] | None = None,
) -> AsyncGenerator[_T]:
    """`async for` the items of `source`; the box keeps the last seconds of them, and records a fault.

    Items are messages, or Recorded, and have the times that to_bag gives them. `is_fault` is called with each message;
    where it turns true, the box records what all its streams had, as long before and after that item as it was told.
    Without it the stream is only among what is recorded. A disk that is full or slow ends no stream, and does not make
    it wait: BlackBox.errors().
    """
    tap = Tap(box, message_type, topic, clock, is_fault)
    async for item in source:
        tap.write(item)
        yield item
