# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The parts of rxros2.aio that need no transport: subs, waits, rates, timeouts, scopes.

Import them from rxros2.aio.
"""

from . import sub
from .base_sub import BaseSub, SubStatistics
from .consumer import SubClosed
from .converter import ConverterSub
from .rate import Rate
from .scope import AUTO_SCOPE, Scope, ScopeBreak, scoped
from .soft import soft_timeout, soft_wait_for

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
    'sub',
]
