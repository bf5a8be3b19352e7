# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Serial: runs the work of several threads one after the other, without holding a lock meanwhile."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any


class Serial:
    """Runs work of several threads one at a time, in the order of the calls to run(), without blocking a thread.

    run() works at once unless another thread, or this one further up its stack, is already at work here; that one then
    does the work when it is done. The first exception is raised by the run() that did the work, after all other work.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()  # never held while work runs
        self._waiting: deque[Callable[[], object]] = deque()
        self._busy = False

    def run(self, work: Callable[..., object], *arguments: Any) -> None:
        """Runs the work now, or leaves it to the thread that is at work here."""
        with self._lock:
            self._waiting.append(lambda: work(*arguments))
            if self._busy:
                return
            self._busy = True
        raised: BaseException | None = None
        while (next_ := self._next()) is not None:
            try:
                next_()
            except BaseException as error:
                raised = raised or error
        if raised is not None:
            raise raised

    def _next(self) -> Callable[[], object] | None:
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._busy = False
            return None
