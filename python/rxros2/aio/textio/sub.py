# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sub: lines of text."""

from __future__ import annotations

import codecs
import errno
import os
import subprocess
import threading
from collections.abc import Callable
from typing import IO, Any, TypeVar

from ..core import AUTO_SCOPE, BaseSub, Scope

_T = TypeVar('_T')
_CHUNK = 65536


def default_preprocess(line: Any) -> Any:
    """The line without the white space around it."""
    return line.strip()


class Sub(BaseSub[_T]):
    """The lines of a stream, each passed through `pre_process` (by default str.strip), until the stream ends.

    Nothing is read until somebody listens or waits; from then on no line is lost, however they are written, and the
    last counts too if it has no newline. The sub closes at the end of the stream. A line that is not valid in the
    stream's encoding is an item all the same: the UnicodeDecodeError. What pre_process raises is the sub's failure; a
    line for which it returns None is skipped.

    `stream` is a text or binary file object with a descriptor. The descriptor is read directly, so nothing else may
    read from the stream, before or beside. Closing the sub leaves the stream open.
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
        self._rest = b''
        self._reading = False
        self._begun = False

    def _listened(self) -> None:
        if self._begun or self.closed:
            return
        self._begun = True
        loop = self._bound_loop()
        try:
            loop.add_reader(self._fd, self._readable)
            self._reading = True
        except (OSError, NotImplementedError):
            # What cannot be polled (a regular file, a pipe on Windows) is read by a thread, once its listener is there.
            reader = threading.Thread(target=self._read_all, name='rxros2-textio', daemon=True)
            loop.call_soon(reader.start)

    @property
    def name(self) -> str:
        return f'textio.Sub({getattr(self._stream, "name", self._fd)})'

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, _CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._feed(b'')
            if error.errno == errno.EIO:  # a terminal whose other side is gone says so
                self.close()
            else:
                self._fail(error)
            return
        self._feed(data)
        if not data:
            self.close()

    def _read_all(self) -> None:
        try:
            while not self.closed:
                data = os.read(self._fd, _CHUNK)
                self._feed(data)
                if not data:
                    break
        except Exception as error:
            self._fail(error)
        self.close()

    def _feed(self, data: bytes) -> None:
        """Hands on the whole lines; at the end (no data) what is left, too."""
        *lines, self._rest = (self._rest + data).split(b'\n')
        if not data and self._rest:
            lines, self._rest = [self._rest], b''
        for line in lines:
            if self.closed:
                return
            self._hand_on(line)

    def _hand_on(self, line: bytes) -> None:
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
        except Exception as error:
            self._fail(error)
            return
        if item is not None:
            self.input_data(item)

    def _stop_reading(self) -> None:
        if self._reading and self._event_loop is not None and not self._event_loop.is_closed():
            self._reading = False
            self._event_loop.remove_reader(self._fd)

    def close(self) -> None:
        loop = self._event_loop
        if self._reading and loop is not None and not self._in_loop_thread() and not loop.is_closed():
            loop.call_soon_threadsafe(self._stop_reading)
        else:
            self._stop_reading()
        super().close()


def from_proc_stdout(
    process: subprocess.Popen[Any],
    pre_process: Callable[[Any], Any] = default_preprocess,
    *,
    scope: Scope | None = AUTO_SCOPE,
) -> Sub[Any]:
    """The lines that a process prints. ValueError if it was not started with stdout=subprocess.PIPE."""
    if process.stdout is None:
        raise ValueError('from_proc_stdout: the process has no pipe; expected Popen(…, stdout=subprocess.PIPE)')
    return Sub(process.stdout, pre_process, scope=scope)


__all__ = ['Sub', 'default_preprocess', 'from_proc_stdout']
