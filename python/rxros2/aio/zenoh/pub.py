# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Pub: a Zenoh publisher of a key."""

from __future__ import annotations

import asyncio
from typing import Any

import zenoh

from ...durations import time_limit
from ..core.scope import AUTO_SCOPE, Owned
from .session import auto_session


class Pub(Owned):
    """Publishes on a key. It is closed with its scope, or by close()."""

    def __init__(
        self,
        key_expr: zenoh.KeyExpr | str,
        session: zenoh.Session | None = None,
        **options: Any,
    ) -> None:
        """`options` are those of zenoh.Session.declare_publisher."""
        self.session = auto_session(session)
        self.pub = self.session.declare_publisher(key_expr, **options)
        self._enter(AUTO_SCOPE)

    def put(self, payload: Any, **options: Any) -> None:
        """Sends to the present subscribers."""
        self.pub.put(payload, **options)

    async def wait_for_matched(self, timeout: float | None = None) -> None:
        """Returns when a subscriber matches. Raises TimeoutError if none does within `timeout` seconds."""
        loop = asyncio.get_running_loop()
        matched = asyncio.Event()

        def changed(status: Any) -> None:
            if status.matching:
                loop.call_soon_threadsafe(matched.set)

        listener = self.pub.declare_matching_listener(changed)
        try:
            if getattr(self.pub.matching_status, 'matching', self.pub.matching_status):
                return
            try:
                await asyncio.wait_for(matched.wait(), time_limit(timeout))
            except asyncio.TimeoutError:
                raise TimeoutError(f'no subscriber of {self.pub.key_expr} within {timeout:g} s') from None
        finally:
            listener.undeclare()  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Ends the publisher. A second call does nothing."""
        self._leave()
        if not self.session.is_closed():
            self.pub.undeclare()  # type: ignore[no-untyped-call]


__all__ = ['Pub']
