# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The default context, and what is said of the middleware."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .context import Context

_default: Context | None = None
_lock = threading.Lock()


def get_default_context(*, shutting_down: bool = False) -> Context:
    """The one of rclpy.init(); a new one once that was shut down."""
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
    return _used(context).ok()


def shutdown(*, context: Context | None = None) -> None:
    _used(context).shutdown()


def try_shutdown(*, context: Context | None = None) -> None:
    _used(context).try_shutdown()


def remove_ros_args(args: list[str] | None = None) -> list[str]:
    """Those that are not between '--ros-args' and '--'."""
    import sys

    left, ros = [], False
    for each in sys.argv if args is None else args:
        if each == '--ros-args':
            ros = True
        elif ros and each == '--':
            ros = False
        elif not ros:
            left.append(each)
    return left


def get_rmw_implementation_identifier() -> str:
    """That of the middleware underneath, Cyclone DDS."""
    return 'rmw_cyclonedds_cpp'


def get_available_rmw_implementations() -> set[str]:
    return {get_rmw_implementation_identifier()}


def timeout_sec_to_nsec(timeout_sec: float | None) -> int:
    """-1 for None and for less than 0."""
    return -1 if timeout_sec is None or timeout_sec < 0 else int(timeout_sec * 1e9)
