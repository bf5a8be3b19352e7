# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sub: a sub of the lines of a text stream."""

from __future__ import annotations

import asyncio
import codecs
import errno
import os
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import IO, Any, TypeVar

from ..core import AUTO_SCOPE, BaseSub, Scope
from ..core.consumer import Consumer

_T = TypeVar('_T')
_CHUNK = 65536
_LONGEST = 64 << 20
"""The most bytes of a line."""


def default_preprocess(line: Any) -> Any:
    """Returns the line without surrounding white space."""
    return line.strip()


class _LineQueue(Consumer[_T]):
    """A queue of lines that calls `room` when a line was taken out."""

    room: Callable[[], object]

    def is_full(self) -> bool:
        """Returns whether another line would make the queue drop one."""
        lossless = not (self.latest_only or self.first_only or self.ended)
        return lossless and len(self.items) == self.items.maxlen

    def taken(self) -> None:
        """Calls `room`."""
        self.room()

    async def take(self, sub: Any, newest: bool = False, timeout: float | None = None) -> _T:
        """Returns the next line and calls `room`."""
        item = await super().take(sub, newest, timeout)
        self.room()
        return item


class Sub(BaseSub[_T]):
    """Emits the lines of a stream, each passed through `pre_process` (by default str.strip), until the stream ends.

    Reading begins with the first listener or wait. From then on listen_reliable() drops no line: while its queue is
    full nothing more is read, for any listener, so that the writer blocks (backpressure). The last line counts even if
    it has no newline. The sub closes at the end of the stream. For a line that is not valid in the stream's encoding
    the item is the UnicodeDecodeError. An exception of pre_process and a line of more than 64 MiB fail the sub; a line
    for which pre_process returns None is skipped.

    `stream` is a text or binary file object with a descriptor. The descriptor is read directly, so nothing else may
    read from the stream, neither before nor meanwhile. Closing the sub leaves the stream open.
    """

    def __init__(
        self,
        stream: IO[Any],
        pre_process: Callable[[Any], _T | None] = default_preprocess,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        super().__init__(scope=scope)
        self._stream = stream
        self._pre_process = pre_process
        self._fd = stream.fileno()
        encoding = getattr(stream, 'encoding', None)  # None: binary
        self._encoding: str | None = codecs.lookup(encoding).name if encoding else None
        self._errors = getattr(stream, 'errors', None) or 'strict'
        self._begun = False
        # The following belong to the loop's thread.
        self._lines: deque[bytes] = deque()  # read but not emitted yet: at most the lines of one chunk
        self._parts: list[bytes] = []  # of an incomplete line
        self._parts_size = 0
        self._at_end = False
        self._failure: OSError | None = None
        self._emitting = False
        self._reading = False
        self._thread: threading.Thread | None = None  # reads a stream that cannot be polled
        self._may_read = threading.Event()  # lets that thread read on

    def _listened(self) -> None:
        if self._begun or self.closed:
            return
        self._begun = True
        loop = self._bound_loop()
        try:
            self._read_on()
        except (OSError, NotImplementedError):
            # A stream that cannot be polled (a regular file, a pipe on Windows) is read by a thread once it is used.
            self._thread = threading.Thread(target=self._read_all, name='rxros2-textio', daemon=True)
            loop.call_soon(self._thread.start)

    @property
    def name(self) -> str:
        """The class and the stream's name or descriptor."""
        return f'textio.Sub({getattr(self._stream, "name", self._fd)})'

    def _read_on(self) -> None:
        if self._thread is not None:
            self._may_read.set()
        elif not self._reading:
            self._bound_loop().add_reader(self._fd, self._readable)
            self._reading = True

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._failure = None if error.errno == errno.EIO else error  # EIO: the other side of a terminal was closed
            data = b''
        self._feed(data)

    def _read_all(self) -> None:
        loop, bridge = self._event_loop, self._bridge
        assert loop is not None and bridge is not None
        data = b'...'
        while data and not self.closed:
            try:
                data = os.read(self._fd, _CHUNK)
            except OSError as error:
                self._failure, data = error, b''
            self._may_read.clear()
            bridge.call(partial(self._feed, data))
            while not (self._may_read.wait(1) or self.closed or loop.is_closed()):
                pass

    def _feed(self, data: bytes) -> None:
        """Takes a chunk and emits its lines; at the end (no data) also the incomplete last one."""
        first, *lines = data.split(b'\n')
        self._parts.append(first)
        self._parts_size += len(first)
        if lines or not data:
            last = b''.join(self._parts)
            if lines or last:
                self._lines.append(last)
            self._parts = lines[-1:]
            self._parts_size = sum(map(len, self._parts))
            self._lines.extend(lines[:-1])
        self._at_end = not data
        if self._parts_size > _LONGEST:
            self._fail(ValueError(f'{self.name}: a line has more than {_LONGEST} bytes; expected lines of text'))
        self._emit_lines()

    def _emit_lines(self) -> None:
        """Emits as many lines as the queues have room for; then reads on, or ends."""
        if self._emitting:
            return
        self._emitting = True
        try:
            while self._lines and not self.closed and self._has_room():
                self._emit_line(self._lines.popleft())
        finally:
            self._emitting = False
        if self.closed:
            self._lines.clear()
            self._stop_reading()
        elif self._lines:
            self._stop_reading()
        elif not self._at_end:
            self._read_on()
        elif self._failure is not None:
            self._fail(self._failure)
        else:
            self.close()

    def _has_room(self) -> bool:
        with self._lock:
            swept = self._consumers.sweep(self._busy)
            full = any(isinstance(consumer, _LineQueue) and consumer.is_full() for consumer in self._consumers.all)
        del swept  # without the lock
        return not full

    def _emit_line(self, line: bytes) -> None:
        item: Any
        try:
            text: Any = line if self._encoding is None else line.decode(self._encoding, self._errors)
            if isinstance(text, str) and text.endswith('\r'):
                text = text[:-1]
        except UnicodeDecodeError as error:
            self.input_data(error)  # type: ignore[arg-type]
            return
        try:
            item = self._pre_process(text)
        except (Exception, asyncio.CancelledError) as error:
            self._fail(error)
            return
        if item is not None:
            self.input_data(item)

    # --- backpressure ---

    def _make_consumer(self, size: int | None, **options: Any) -> Consumer[_T]:
        queue: _LineQueue[_T] = _LineQueue(self._lock, size, **options)
        queue.room = self._emit_after_room
        return queue

    def _emit_after_room(self) -> None:
        """Emits lines after a queue got room. Any thread."""
        if not self._lines:
            return
        if self._in_loop_thread():
            self._emit_lines()
        elif self._bridge is not None:
            self._bridge.call(self._emit_lines)

    def _remove(self, consumer: Consumer[_T]) -> None:
        super()._remove(consumer)
        self._emit_after_room()

    def _collected(self, consumer: Consumer[_T]) -> None:
        super()._collected(consumer)
        if self._lines and self._bridge is not None:  # not in this thread: the garbage collector may run anywhere
            self._bridge.call(self._emit_lines)

    # --- end ---

    def _stop_reading(self) -> None:
        if self._reading and self._event_loop is not None and not self._event_loop.is_closed():
            self._reading = False
            self._event_loop.remove_reader(self._fd)

    def close(self) -> None:
        """Stops reading and ends the sub. Any thread."""
        loop = self._event_loop
        if self._reading and loop is not None and not self._in_loop_thread() and not loop.is_closed():
            loop.call_soon_threadsafe(self._stop_reading)
        else:
            self._stop_reading()
        super().close()
        self._may_read.set()


def from_proc_stdout(
    process: subprocess.Popen[Any],
    pre_process: Callable[[Any], Any] = default_preprocess,
    *,
    scope: Scope | None = AUTO_SCOPE,
) -> Sub[Any]:
    """Returns a sub of the lines that a process prints.

    ValueError if it was not started with stdout=subprocess.PIPE.
    """
    if process.stdout is None:
        raise ValueError('from_proc_stdout: the process has no pipe; expected Popen(…, stdout=subprocess.PIPE)')
    return Sub(process.stdout, pre_process, scope=scope)


__all__ = ['Sub', 'default_preprocess', 'from_proc_stdout']
