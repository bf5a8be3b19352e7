# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The default context, and information about the middleware."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from rxros2.arguments import remove_ros_args as remove_ros_args

from .impl.reexports import reexports

if TYPE_CHECKING:
    from .context import Context

__getattr__ = reexports(__name__)

_default: Context | None = None
_lock = threading.RLock()  # guards _default; signal handlers call the functions below, too


def get_default_context(*, shutting_down: bool = False) -> Context:
    """Returns the context of rclpy.init(); a new one once that was shut down."""
    from .context import Context

    global _default
    with _lock:
        ended = _default is not None and _default._core is not None and not _default.ok()
        if _default is None or (ended and not shutting_down):
            _default = Context()
        return _default


def _used(context: Context | None) -> Context:
    return get_default_context(shutting_down=True) if context is None else context


def ok(*, context: Context | None = None) -> bool:
    """Returns whether the context is valid."""
    return _used(context).ok()


def shutdown(*, context: Context | None = None) -> None:
    """Ends the context. Raises RuntimeError if it was never valid."""
    _used(context).shutdown()


def try_shutdown(*, context: Context | None = None) -> None:
    """Ends the context if it is valid."""
    _used(context).try_shutdown()


def get_rmw_implementation_identifier() -> str:
    """Returns the name of the middleware: 'rmw_zenoh_cpp' if RMW_IMPLEMENTATION says so, else 'rmw_cyclonedds_cpp'."""
    zenoh = 'rmw_zenoh_cpp'
    return zenoh if os.environ.get('RMW_IMPLEMENTATION') == zenoh else 'rmw_cyclonedds_cpp'


def get_available_rmw_implementations() -> set[str]:
    """Returns the names of the available middlewares."""
    return {get_rmw_implementation_identifier()}


def timeout_sec_to_nsec(timeout_sec: float | None) -> int:
    """Returns nanoseconds; -1 for None and for a negative timeout."""
    return -1 if timeout_sec is None or timeout_sec < 0 else int(timeout_sec * 1e9)
