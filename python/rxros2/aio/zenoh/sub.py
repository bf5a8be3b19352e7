# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sub: the samples of a key expression."""

from __future__ import annotations

from typing import Any

import zenoh

from ..core import AUTO_SCOPE, BaseSub, Scope
from .session import auto_session


class Sub(BaseSub[zenoh.Sample]):
    """The samples of a key expression."""

    def __init__(
        self,
        key_expr: zenoh.KeyExpr | str,
        session: zenoh.Session | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        super().__init__(scope=scope)
        self._key_expr = key_expr
        self.session = self._resolve_session(session)
        self.sub = self._resolve_sub(key_expr)

    @property
    def name(self) -> str:
        return f'zenoh.Sub({self._key_expr})'

    def _resolve_session(self, session: zenoh.Session | None) -> zenoh.Session:
        """Which session to use; to be overridden."""
        return auto_session(session)

    def _resolve_sub(self, key_expr: zenoh.KeyExpr | str) -> Any:
        """How to subscribe; to be overridden."""
        # Not through Zenoh's queue and a thread of its own: input_data() never blocks, and is called where the sample
        # arrives, for a put of this session by its caller.
        handler: Any = zenoh.handlers.Callback(self.callback_for_sub, indirect=False)
        return self.session.declare_subscriber(key_expr, handler)

    def callback_for_sub(self, sample: zenoh.Sample) -> None:
        """A sample arrives, in Zenoh's thread or in that which puts it."""
        self.input_data(sample)

    def close(self) -> None:
        if not self.closed and not self.session.is_closed():
            self.sub.undeclare()
        super().close()


__all__ = ['Sub']
