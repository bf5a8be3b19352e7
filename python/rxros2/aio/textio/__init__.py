# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Lines of text as a sub: the output of a process, a serial line, a pipe, a file."""

from ..core import ConverterSub, Rate, Scope, ScopeBreak, scoped, soft_timeout, soft_wait_for
from .sub import Sub, from_proc_stdout

__all__ = [
    'ConverterSub',
    'Rate',
    'Scope',
    'ScopeBreak',
    'Sub',
    'from_proc_stdout',
    'scoped',
    'soft_timeout',
    'soft_wait_for',
]
