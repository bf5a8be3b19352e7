# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""RxROS2 for Python: ROS 2 programming as data flow."""

from typing import TYPE_CHECKING, Any

from . import _interrupts

if TYPE_CHECKING:
    from .messages import add_interface_path as add_interface_path
    from .messages import interface as interface

_interrupts.keep()

_LAZY_NAMES = ('add_interface_path', 'interface')


def __getattr__(name: str) -> Any:
    if name not in _LAZY_NAMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from . import messages  # imported on first use: rxros2.aio does without it

    return getattr(messages, name)
