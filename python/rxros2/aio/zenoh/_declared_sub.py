# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""DeclaredSub: the base of subs that a Zenoh session feeds for a key expression."""

from __future__ import annotations

from typing import Any, TypeVar

import zenoh

from ..core import AUTO_SCOPE, BaseSub, Scope
from .session import auto_session

_T = TypeVar('_T')


class DeclaredSub(BaseSub[_T]):
    """Declares something with the session when it is made, and undeclares it when it is closed."""

    def __init__(
        self,
        key_expr: zenoh.KeyExpr | str,
        session: zenoh.Session | None = None,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        super().__init__(scope=None)
        self._key_expr = key_expr
        self.session = self._resolve_session(session)
        self._declared = self._declare(key_expr)
        try:
            self._enter(scope)
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The class and the key expression."""
        return f'zenoh.{type(self).__name__}({self._key_expr})'

    def _resolve_session(self, session: zenoh.Session | None) -> zenoh.Session:
        """Returns the session to use. Subclasses may override it."""
        return auto_session(session)

    def _declare(self, key_expr: zenoh.KeyExpr | str) -> Any:
        """Declares an object with undeclare() whose callback calls input_data(), and returns it."""
        raise NotImplementedError

    def close(self) -> None:
        """Undeclares the object and ends the sub."""
        declared, self._declared = self._declared, None
        if declared is not None and not self.session.is_closed():
            declared.undeclare()
        super().close()
