# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""BoundedQueue: hands messages from one thread to another."""

from __future__ import annotations

import threading
from collections import deque
from typing import Generic, TypeVar

_T = TypeVar('_T')

MOST_BYTES = 256 << 20
"""Default limit of a queue in bytes."""


class BoundedQueue(Generic[_T]):
    """A queue between two threads that is bounded in items and bytes. An empty queue accepts an item of any size."""

    def __init__(self, most_items: int, most_bytes: int = MOST_BYTES) -> None:
        self._most_items = most_items
        self._most_bytes = most_bytes
        self._items: deque[tuple[_T, int]] = deque()
        self._bytes = 0
        self._is_closed = False
        self._changed = threading.Condition()  # guards _items, _bytes and _is_closed; is notified of each change

    def put(self, item: _T, size: int) -> bool:
        """Appends an item; waits while the queue is full (backpressure). Returns False if the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._has_room(size))
            return self._add(item, size)

    def offer(self, item: _T, size: int) -> bool:
        """Appends an item without waiting. Returns False if the queue is full or closed."""
        with self._changed:
            return self._has_room(size) and self._add(item, size)

    @property
    def is_finished(self) -> bool:
        """The queue is closed and empty."""
        with self._changed:
            return self._is_closed and not self._items

    def get(self, seconds: float | None = None) -> _T | None:
        """Waits for the oldest item and removes it. Returns None after `seconds`, or if the queue is finished."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._items, seconds)
            if not self._items:
                return None
            item, size = self._items.popleft()
            self._bytes -= size
            self._changed.notify_all()
            return item

    def close(self, *, drop: bool = False) -> None:
        """Accepts no more items. `drop` discards the items in the queue; else get() still returns them."""
        with self._changed:
            self._is_closed = True
            if drop:
                self._items.clear()
                self._bytes = 0
            self._changed.notify_all()

    def _has_room(self, size: int) -> bool:
        return not self._items or (len(self._items) < self._most_items and self._bytes + size <= self._most_bytes)

    def _add(self, item: _T, size: int) -> bool:
        if self._is_closed:
            return False
        self._items.append((item, size))
        self._bytes += size
        self._changed.notify_all()
        return True
