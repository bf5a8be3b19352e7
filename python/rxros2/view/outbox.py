# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Outbox: the bounded queue of frames for one browser, however slow it is."""

from __future__ import annotations

import asyncio
from typing import Any


class Outbox:
    """Keeps the newest frame of each kind, and the last items of lists; drops the oldest. Loop's thread."""

    def __init__(self) -> None:
        self._newest: dict[object, Any] = {}
        self._lists: dict[object, tuple[list[Any], dict[str, Any]]] = {}
        self._has_frames = asyncio.Event()
        self.left_out = 0
        """Items that were dropped from lists."""

    def put(self, key: object, frame: dict[str, Any] | bytes) -> None:
        """Puts a frame; it replaces the one that waits under this key."""
        self._newest.pop(key, None)
        self._newest[key] = frame
        self._has_frames.set()

    def add(self, key: object, items: list[Any], most: int, **fields: Any) -> None:
        """Appends items to the list under this key, which is sent as {**fields, 'items': […]}."""
        waiting = self._lists.setdefault(key, ([], fields))[0]
        waiting += items
        if len(waiting) > most:
            self.left_out += len(waiting) - most
            del waiting[: len(waiting) - most]
        self._has_frames.set()

    def forget(self, key: object) -> None:
        """Drops the frame and the list under this key."""
        self._newest.pop(key, None)
        self._lists.pop(key, None)

    async def next(self) -> list[dict[str, Any] | bytes]:
        """Returns everything that waits, as soon as something does."""
        await self._has_frames.wait()
        self._has_frames.clear()
        frames: list[dict[str, Any] | bytes] = [*self._newest.values()]
        frames += [{**fields, 'items': items} for items, fields in self._lists.values()]
        self._newest, self._lists = {}, {}
        return frames
