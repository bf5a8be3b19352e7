# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""A loop in a thread of its own, for what has no loop to run in; one for the process, made when it is needed."""

from __future__ import annotations

import asyncio
import os
import sys
import threading

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None


def background_loop() -> asyncio.AbstractEventLoop:
    """The loop. Any thread. Ends with the process. It has the system's time: a replay reports who asks for it."""
    global _loop
    core = sys.modules.get('rxros2._core')
    if core is not None:
        core.unrepeatable("thread 'rxros2-background', where streams without a node run, has the system's time")
    with _lock:
        if _loop is None:
            loop = asyncio.new_event_loop()
            try:
                threading.Thread(target=loop.run_forever, name='rxros2-background', daemon=True).start()
            except RuntimeError:  # there are too many threads: the next caller tries again
                loop.close()
                raise
            _loop = loop
        return _loop


def _forget() -> None:
    """A forked child makes one of its own: the parent's thread is not there."""
    global _lock, _loop
    _lock, _loop = threading.Lock(), None


os.register_at_fork(after_in_child=_forget)
