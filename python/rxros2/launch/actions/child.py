# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A child process with a process group of its own, and what it writes."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import pty
import subprocess
from collections.abc import Callable, Mapping, Sequence
from typing import Any

_LAST_WORDS = 0.5
"""Seconds that a process's last output is waited for after its end; its own children may keep the pipes open."""


class Child:
    """In the thread of one loop. `wrote` is called with 1 or 2, and bytes of standard output or standard error."""

    def __init__(self, wrote: Callable[[int, bytes], None]) -> None:
        self._wrote = wrote
        self._process: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Future[None]] = []
        self._ended: asyncio.Future[int] | None = None

    async def start(
        self, words: Sequence[str], env: Mapping[str, str], cwd: str | None, *, shell: bool, tty: bool
    ) -> int:
        """Its pid. OSError if it cannot be started. `tty`: its output is a terminal for it."""
        pairs = [pty.openpty() if tty else os.pipe() for _ in (1, 2)]
        try:
            options: dict[str, Any] = {
                'stdin': subprocess.PIPE,  # nothing comes, nor an end: programs that read it wait
                'stdout': pairs[0][1],
                'stderr': pairs[1][1],
                'env': dict(env),
                'cwd': cwd,
                'start_new_session': True,  # signals reach its own children too, and a terminal's Ctrl-C comes once
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
        """Done when nothing more comes."""
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
                self._wrote(fd, data)
            else:
                done.cancel()

        def close(_: asyncio.Future[None]) -> None:
            loop.remove_reader(descriptor)
            os.close(descriptor)

        loop.add_reader(descriptor, readable)
        done.add_done_callback(close)
        return done

    async def wait(self) -> int:
        """Its exit code, or the negative number of the signal that ended it; its output has been read then."""
        assert self._ended is not None
        code = await asyncio.shield(self._ended)
        waiting = [each for each in self._readers if not each.done()]
        if waiting:
            await asyncio.wait(waiting, timeout=_LAST_WORDS)
        for each in waiting:
            each.cancel()
        await asyncio.sleep(0)
        return code

    async def ended_within(self, seconds: float) -> bool:
        assert self._ended is not None
        return bool((await asyncio.wait([self._ended], timeout=seconds))[0])

    def send(self, number: int) -> None:
        """To it and to its children that did not leave its group; nothing if it has ended."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)
