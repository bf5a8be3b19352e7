# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""exhaust_map: map() and exclusive() of reactivex in one operator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import reactivex
from reactivex import Observable
from reactivex import operators as ops

from .flat_map import projected
from .stream import like

_T = TypeVar('_T')
_U = TypeVar('_U')


def exhaust_map(project: Callable[[_T], Observable[_U]]) -> Callable[[Observable[_T]], Any]:
    """source.pipe(exhaust_map(f)) emits the items of f(item); items that come while such a stream runs are dropped.

    ::

        source                        --1-----2--3-----4--|
        inner streams, each a--b|       a--b|    a--b|    …
        exhaust_map                   --a--b-----a--b--a--b|      (2 came in time, 3 while 2's ran)
    """

    def map_exclusively(source: Observable[_T]) -> Any:
        def later(item: _T) -> Observable[_U]:
            return reactivex.defer(lambda _: projected('exhaust_map', project, item, source))

        return like(source, source.pipe(ops.map(later), ops.exclusive()))

    return map_exclusively
