# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A child process in its own process group, with its output."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import pty
import subprocess
from collections.abc import Callable, Mapping, Sequence
from typing import Any

_LAST_OUTPUT_TIMEOUT = 0.5
"""Seconds to wait for the last output after the end of a process, because its children may keep the pipes open."""


class Child:
    """Runs a child process. Use it only from the event loop's thread.

    `on_output` is called with bytes of standard output (1) or standard error (2).
    """

    def __init__(self, on_output: Callable[[int, bytes], None]) -> None:
        self._on_output = on_output
        self._process: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Future[None]] = []
        self._ended: asyncio.Future[int] | None = None

    async def start(
        self, words: Sequence[str], env: Mapping[str, str], cwd: str | None, *, shell: bool, tty: bool
    ) -> int:
        """Starts the process and returns its pid. OSError if that fails. `tty`: its output is a pseudo-terminal."""
        pairs = [pty.openpty() if tty else os.pipe() for _ in (1, 2)]
        try:
            options: dict[str, Any] = {
                'stdin': subprocess.PIPE,  # stays open and empty, so a program that reads it waits
                'stdout': pairs[0][1],
                'stderr': pairs[1][1],
                'env': dict(env),
                'cwd': cwd,
                'start_new_session': True,  # signals also reach its children; Ctrl-C arrives only once
            }
            if shell:
                self._process = await asyncio.create_subprocess_shell(words[0], **options)
            else:
                self._process = await asyncio.create_subprocess_exec(*words, **options)
        except BaseException:
            for read, _ in pairs:
                os.close(read)
            raise
        finally:
            for _, write in pairs:
                os.close(write)
        self._readers = [self._read(read, fd) for fd, (read, _) in enumerate(pairs, 1)]
        self._ended = asyncio.ensure_future(self._process.wait())
        return self._process.pid

    def _read(self, descriptor: int, fd: int) -> asyncio.Future[None]:
        """Reads a pipe; the returned future is done at its end."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        os.set_blocking(descriptor, False)

        def readable() -> None:
            try:
                data = os.read(descriptor, 65536)
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno != errno.EIO:  # the end of a terminal
                    raise
                data = b''
            if data:
                self._on_output(fd, data)
            else:
                done.cancel()

        def close(_: asyncio.Future[None]) -> None:
            loop.remove_reader(descriptor)
            os.close(descriptor)

        loop.add_reader(descriptor, readable)
        done.add_done_callback(close)
        return done

    async def wait(self) -> int:
        """Waits for the end of the process and of its output.

        Returns its exit code, or the negative number of the signal that ended it.
        """
        assert self._ended is not None
        code = await asyncio.shield(self._ended)
        waiting = [reader for reader in self._readers if not reader.done()]
        if waiting:
            await asyncio.wait(waiting, timeout=_LAST_OUTPUT_TIMEOUT)
        for reader in waiting:
            reader.cancel()
        await asyncio.sleep(0)
        return code

    async def ended_within(self, seconds: float) -> bool:
        """Waits at most `seconds` and returns whether the process has ended."""
        assert self._ended is not None
        return bool((await asyncio.wait([self._ended], timeout=seconds))[0])

    def send(self, number: int) -> None:
        """Sends a signal to the process group; does nothing if the process has ended."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)
