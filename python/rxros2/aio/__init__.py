# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Streams of a robot under asyncio: wait for the latest or the next item, or iterate over all.

A source is a sub: Rate in this package, rxros2.aio.textio.Sub, rxros2.aio.zenoh.Sub, or your own BaseSub that is fed
by input_data(). Programs written for asyncio_for_robotics also run with this package.
"""

from .core import (
    AUTO_SCOPE,
    BaseSub,
    ConverterSub,
    Rate,
    Scope,
    ScopeBreak,
    SubClosed,
    SubStatistics,
    scoped,
    soft_timeout,
    soft_wait_for,
)

__all__ = [
    'AUTO_SCOPE',
    'BaseSub',
    'ConverterSub',
    'Rate',
    'Scope',
    'ScopeBreak',
    'SubClosed',
    'SubStatistics',
    'scoped',
    'soft_timeout',
    'soft_wait_for',
]
