# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ConverterSub: a sub that converts the items of another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from .base_sub import BaseSub
from .scope import AUTO_SCOPE, Scope

_InType = TypeVar('_InType')
_OutType = TypeVar('_OutType')


def _identity(item: Any) -> Any:
    return item


class ConverterSub(BaseSub[_OutType], Generic[_OutType, _InType]):
    """Converts the items of another sub, in the loop's thread.

    It ends with the other sub. An exception of `convert_func` fails this sub, not the other. Closing it leaves the
    other sub open.
    """

    def __init__(
        self,
        sub: BaseSub[_InType],
        convert_func: Callable[[_InType], _OutType] = _identity,
        *,
        scope: Scope | None = AUTO_SCOPE,
    ) -> None:
        super().__init__(scope=scope)
        self._source = sub
        self._convert = convert_func
        self._leave: Callable[[], None] | None = None
        self._leave = sub._follow(self._forward, self._source_ended)

    @property
    def name(self) -> str:
        """The names of this class and of the other sub."""
        return f'{type(self).__name__}({self._source.name})'

    def _forward(self, item: _InType) -> None:
        try:
            converted = self._convert(item)
        except (Exception, asyncio.CancelledError) as error:
            self._fail(error)
            return
        self.input_data(converted)

    def _source_ended(self, error: BaseException | None) -> None:
        if error is not None:
            self._fail(error)
        else:
            self.close()

    def close(self) -> None:
        """Closes this sub; the other one stays open."""
        if self._leave is not None:
            self._leave()
        super().close()


__all__ = ['ConverterSub']
