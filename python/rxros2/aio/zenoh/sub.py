# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sub: the samples of a key expression."""

from __future__ import annotations

from typing import Any

import zenoh

from ._declared_sub import DeclaredSub


class Sub(DeclaredSub[zenoh.Sample]):
    """Emits the samples of a key expression."""

    def _declare(self, key_expr: zenoh.KeyExpr | str) -> Any:
        self.sub = self._resolve_sub(key_expr)
        return self.sub

    def _resolve_sub(self, key_expr: zenoh.KeyExpr | str) -> Any:
        """Declares the subscriber and returns it. Subclasses may override it."""
        # Without Zenoh's queue and its thread: input_data() never blocks, and runs where the sample arrives; for a put
        # of this session that is the caller's thread.
        handler: Any = zenoh.handlers.Callback(self.callback_for_sub, indirect=False)
        return self.session.declare_subscriber(key_expr, handler)

    def callback_for_sub(self, sample: zenoh.Sample) -> None:
        """Takes a sample, in Zenoh's thread or in the thread that puts it."""
        self.input_data(sample)


__all__ = ['Sub']
