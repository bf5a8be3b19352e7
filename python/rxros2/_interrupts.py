# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Keeps a Ctrl-C that arrives while a destructor or the callback of a weak reference runs.

Python reports an exception that such a function raises and then continues, also for KeyboardInterrupt. Imports call
one such function for each module, so that about one Ctrl-C in a hundred during a program's start would be lost.
"""

from __future__ import annotations

import _thread
import sys
import time
from collections.abc import Callable
from typing import Any

_MOMENT = 0.001
"""Seconds after which the function that swallowed the interrupt has ended."""


def keep() -> None:
    """Installs the hook that raises a swallowed interrupt again."""
    report: Callable[[Any], object] = sys.unraisablehook

    def unraisable(error: Any) -> None:
        if error.exc_type is KeyboardInterrupt:
            _thread.start_new_thread(_interrupt_again, ())
        else:
            report(error)

    sys.unraisablehook = unraisable


def _interrupt_again() -> None:
    time.sleep(_MOMENT)
    _thread.interrupt_main()
