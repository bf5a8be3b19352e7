# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Serial: work of several threads, one after the other, without a lock that is held meanwhile."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any


class Serial:
    """run(): calls it now, unless another thread is at work here, or this one: then that one calls it, when it is done.

    So nobody waits, and all is called in the order of the calls to run(). What the work raises leaves the run() that
    called it, after all else that had come meanwhile.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()  # never held while work runs
        self._waiting: deque[Callable[[], object]] = deque()
        self._busy = False

    def run(self, work: Callable[..., object], *arguments: Any) -> None:
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
