# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""One event loop in a thread of its own for each process, for callers without a loop; made on first use."""

from __future__ import annotations

import asyncio
import os
import threading

from ..._replay_state import is_replayed, report

_lock = threading.Lock()  # guards _loop
_loop: asyncio.AbstractEventLoop | None = None


def background_loop() -> asyncio.AbstractEventLoop:
    """Returns the background loop. Any thread. It ends with the process.

    It runs in the system's time, so that a replay reports its use.
    """
    global _loop
    report("thread 'rxros2-background', where streams without a node run, has the system's time")
    with _lock:
        if _loop is None:
            # In a replay asyncio makes loops of the replay's time, which belong to the replay's thread.
            loop = asyncio.SelectorEventLoop() if is_replayed() else asyncio.new_event_loop()
            try:
                threading.Thread(target=loop.run_forever, name='rxros2-background', daemon=True).start()
            except RuntimeError:  # too many threads; the next caller tries again
                loop.close()
                raise
            _loop = loop
        return _loop


def _forget() -> None:
    """Drops the loop in a forked child, where the parent's thread does not exist."""
    global _lock, _loop
    _lock, _loop = threading.Lock(), None  # guards _loop


os.register_at_fork(after_in_child=_forget)
