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
"""The number of messages after which other tasks may run."""


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
    """`async for` the messages of a topic in a recording, as Recorded, with their times.

    Without a type it yields the samples of several topics, or of all, as bytes. `path` is a folder of rosbag2 or
    to_bag, a .mcap or a .db3. Messages are sorted by log time and yielded as fast as they are consumed, not at the
    pace of the recording. Files are read in the loop's thread; other tasks run after every few messages.

    Raises BagError, with the file and the byte, for a missing or damaged recording and for a topic that is missing or
    has another type; CdrError for bytes that are not a message of the type.
    """
    if (message_type is None) != (topic is None):
        raise TypeError('from_bag: expected both a type and a topic, or neither')
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

    Items are messages, or Recorded, which keep their times; others get the time of `clock` in nanoseconds, such as
    node.now, else the system's. Without a type, items are Recorded of any topic, as from_bag(path) yields them. `to`
    is a new folder, a new .mcap or .db3, or a rxros2.bag.Writer, which several streams may share and you close. The
    files are complete when `source` ends, or after aclose().

    Raises BagError for a path that exists and for a failed write, such as on a full disk; messages that were written
    before can be read.
    """
    if (message_type is None) != (topic is None):
        raise TypeError('to_bag: expected both a type and a topic, or neither')
    tap = Tap(to, message_type, topic, clock)
    try:
        async for item in source:
            tap.write(item)
            yield item
    finally:
        tap.close()


class BlackBox(BaseBlackBox):
    """Keeps the last seconds of several streams in a folder, and a recording of them for each fault. Use it in `with`.

    The folder contains `ring`, MCAP files of which the oldest is deleted for the newest, and a recording for each
    fault. A recording covers `duration` seconds before the fault (up to an eighth more) and `after` seconds behind it;
    further faults within that time belong to it. Files of the ring have at most `size` bytes. At most `queue` bytes
    wait for the disk; messages beyond that are dropped and counted. The recordings are links to the ring's files,
    which take no additional disk space.

    A thread of the box writes four times a second: messages older than half a second survive a killed process,
    messages older than a second a power failure. The next box turns the ring of a killed process into a recording:
    `recovered_recording`.

    Raises BagError for a folder that cannot be made or that another box uses. Thread-safe; not usable in a forked
    child.
    """

    def errors(self) -> AsyncGenerator[BagError]:
        """`async for` errors from this call on: failed writes (a full disk) and numbers of dropped messages.

        The streams continue. While no task listens, errors are logged. Ends with the box.
        """
        return _box_events(*self._events(True))

    def saved(self) -> AsyncGenerator[pathlib.Path]:
        """`async for` the folders of recordings that are complete, from this call on. Ends with the box."""
        return _box_events(*self._events(False))


async def _box_events(events: BagBlackBoxEvents, convert: Callable[[str], Any]) -> AsyncGenerator[Any]:
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
                yield convert(text)
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
    """`async for` the items of `source`; the box keeps their last seconds, and records a fault.

    Items are messages, or Recorded, and get their times as in to_bag. `is_fault` is called with each message; when its
    result turns true, the box records all its streams for the times before and after that item that it was made with.
    Without it the stream only belongs to the recordings. A full or slow disk neither ends the stream nor makes it
    wait: see BlackBox.errors().
    """
    tap = Tap(box, message_type, topic, clock, is_fault)
    async for item in source:
        tap.write(item)
        yield item
