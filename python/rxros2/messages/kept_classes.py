# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The bounds of classes whose definitions come from outside, from a recording or a node."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from ..definitions.model import Structure

MOST_FIELDS = 2000
"""Most fields of one definition, including nested ones. Creating its classes takes up to 13 kB for each one."""
_MOST_BYTES = 64 << 20
"""Most bytes of all classes of a store, estimated."""
_BYTES_OF_A_CLASS, _BYTES_OF_A_FIELD = 8000, 3500
"""The most that classes of 1 to 2000 fields take with their codecs, measured with CPython 3.11."""

_Key = TypeVar('_Key', bound=Hashable)
_Kept = TypeVar('_Kept')


class KeptClasses(Generic[_Key, _Kept]):
    """Classes, or objects with one, by key; the oldest are dropped when all take too much memory. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # guards _kept
        self._kept: dict[_Key, tuple[_Kept, int]] = {}

    def __contains__(self, key: _Key) -> bool:
        return key in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: _Key) -> _Kept | None:
        """Returns what is kept, or None."""
        with self._lock:
            kept = self._kept.get(key)
        return None if kept is None else kept[0]

    def put(self, key: _Key, kept: _Kept, structures: Iterable[Structure], characters: int) -> None:
        """Keeps something made from these structures, whose text has so many characters."""
        size = characters + sum(_BYTES_OF_A_CLASS + _BYTES_OF_A_FIELD * len(one.fields) for one in structures)
        with self._lock:
            self._kept.pop(key, None)
            self._kept[key] = kept, size
            room = _MOST_BYTES - sum(size for _, size in self._kept.values())
            while room < 0:
                room += self._kept.pop(next(iter(self._kept)))[1]
