# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Ctrl-C that comes while a destructor or a weak reference's callback runs is not lost.

Python reports an exception that such a function raises, and goes on: KeyboardInterrupt too. Imports call one such
function for each module, so that one Ctrl-C in some hundred during a program's start would do nothing.
"""

from __future__ import annotations

import _thread
import sys
import time
from collections.abc import Callable
from typing import Any

_MOMENT = 0.001
"""Seconds after which whatever swallowed the interrupt has ended."""


def keep() -> None:
    """From now on an interrupt that was swallowed comes again."""
    report: Callable[[Any], object] = sys.unraisablehook

    def unraisable(what: Any) -> None:
        if what.exc_type is KeyboardInterrupt:
            _thread.start_new_thread(_interrupt_again, ())
        else:
            report(what)

    sys.unraisablehook = unraisable


def _interrupt_again() -> None:
    time.sleep(_MOMENT)
    _thread.interrupt_main()
