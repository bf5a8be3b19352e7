# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Outbox: what one browser is to be sent, bounded however slow it is."""

from __future__ import annotations

import asyncio
from typing import Any


class Outbox:
    """Of what is replaced by something newer only the newest is kept; of what adds up, the last. Loop's thread."""

    def __init__(self) -> None:
        self._newest: dict[object, Any] = {}
        self._lists: dict[object, tuple[list[Any], dict[str, Any]]] = {}
        self._there = asyncio.Event()
        self.left_out = 0
        """Of what adds up: what was dropped, oldest first."""

    def put(self, key: object, frame: dict[str, Any] | bytes) -> None:
        """Replaces what waits under this key."""
        self._newest.pop(key, None)
        self._newest[key] = frame
        self._there.set()

    def add(self, key: object, items: list[Any], most: int, **fields: Any) -> None:
        """Appends to what waits under this key, which is sent as {**fields, 'items': […]}."""
        waiting = self._lists.setdefault(key, ([], fields))[0]
        waiting += items
        if len(waiting) > most:
            self.left_out += len(waiting) - most
            del waiting[: len(waiting) - most]
        self._there.set()

    def forget(self, key: object) -> None:
        self._newest.pop(key, None)
        self._lists.pop(key, None)

    async def next(self) -> list[dict[str, Any] | bytes]:
        """All that waits, as soon as something does."""
        await self._there.wait()
        self._there.clear()
        frames: list[dict[str, Any] | bytes] = [*self._newest.values()]
        frames += [{**fields, 'items': items} for items, fields in self._lists.values()]
        self._newest, self._lists = {}, {}
        return frames
