# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Keeps a Ctrl-C that arrives while a destructor or the callback of a weak reference runs, and ends asyncio quietly.

Python reports an exception that such a function raises and then continues, also for KeyboardInterrupt. Imports call
one such function for each module, so that about one Ctrl-C in a hundred during a program's start would be lost.

asyncio.run() cancels the main task at Ctrl-C and raises KeyboardInterrupt when all is cleaned up. Its traceback shows
only lines of asyncio and the line where the task waited; without it the exit code is the same, that of the signal.

While the command line is being imported, Ctrl-C ends the process at once and without a traceback; its main() then
handles the signal.
"""

from __future__ import annotations

# These three are built in, so that nothing else is imported before Ctrl-C is handled.
import _signal  # type: ignore[import-not-found]
import _thread
import sys

_words = sys.orig_argv[1:]
_is_command_line = sys.argv[0].rpartition('/')[2] in ('rxros2', 'ros2') or ['-m', 'rxros2.cli'] in (
    _words[i : i + 2] for i in range(len(_words))
)
if _is_command_line and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

_MOMENT = 0.001
"""Seconds after which the function that swallowed the interrupt has ended."""


def keep() -> None:
    """Installs the hooks."""
    report: Callable[[Any], object] = sys.unraisablehook

    def unraisable(error: Any) -> None:
        if error.exc_type is KeyboardInterrupt:
            _thread.start_new_thread(_interrupt_again, ())
        else:
            report(error)

    sys.unraisablehook = unraisable
    show: Callable[[Any, Any, Any], object] = sys.excepthook

    def uncaught(kind: Any, error: Any, trace: Any) -> None:
        if not (kind is KeyboardInterrupt and _ended_by_asyncio(error, trace)):
            show(kind, error, trace)

    sys.excepthook = uncaught


def _ended_by_asyncio(error: BaseException, trace: TracebackType | None) -> bool:
    """Returns whether asyncio raised the interrupt after it had cancelled the main task.

    Before Python 3.11 the interrupt is raised in the loop's wait instead.
    """
    cancelled = getattr(sys.modules.get('asyncio'), 'CancelledError', None)  # another thread may be importing it
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return cancelled is not None and (
        isinstance(error.__context__, cancelled)
        or (trace is not None and trace.tb_frame.f_globals.get('__name__') == 'selectors')
    )


def _interrupt_again() -> None:
    time.sleep(_MOMENT)
    _thread.interrupt_main()
