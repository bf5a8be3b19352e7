# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Handle: the result of `handle` of nodes, endpoints, timers and other objects."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ..destroyable import DestroyableType
from .implementation import InvalidHandle


class Handle(DestroyableType):
    """Keeps an object alive in a `with` block: its destruction waits for the end of the last block. Thread-safe."""

    def __init__(self, name: str, close: Callable[[], None] | None = None, core: Any = None) -> None:
        """`name` is shown in errors. `close` destroys the object, `core`; it is called once."""
        self.core = core
        self._name = name
        self._close = close
        self._lock = threading.Lock()  # guards the members below
        self._uses = 0
        self._is_ended = False

    @property
    def is_ended(self) -> bool:
        """True once the object is to be destroyed."""
        return self._is_ended

    def __enter__(self) -> None:
        with self._lock:
            if self._is_ended:
                raise InvalidHandle(f'{self._name} was destroyed')
            self._uses += 1

    def __exit__(self, *error: Any) -> None:
        with self._lock:
            self._uses -= 1
        self._close_unused()

    def destroy_when_not_in_use(self) -> None:
        """Destroys the object now, or at the end of the last `with` block. A second call does nothing."""
        self._is_ended = True
        self._close_unused()

    def _close_unused(self) -> None:
        close = None
        with self._lock:
            if self._is_ended and not self._uses:
                close, self._close = self._close, None
        if close is not None:
            close()

    def __repr__(self) -> str:
        return f'<handle of {self._name}>'
