# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""RxROS2 for Python: ROS 2 programming as data flow."""

from . import _interrupts  # first, because Ctrl-C may come while the other modules are imported

from typing import TYPE_CHECKING, Any  # isort: skip

if TYPE_CHECKING:
    from .arguments import remove_ros_args as remove_ros_args
    from .messages import add_interface_path as add_interface_path
    from .messages import interface as interface
    from .stamps import to_seconds as to_seconds
    from .stamps import to_stamp as to_stamp

_interrupts.keep()

_LAZY_NAMES = {
    'add_interface_path': 'messages',
    'interface': 'messages',
    'remove_ros_args': 'arguments',
    'to_seconds': 'stamps',
    'to_stamp': 'stamps',
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY_NAMES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    import importlib  # on first use: rxros2.aio does without these modules

    return getattr(importlib.import_module(f'.{_LAZY_NAMES[name]}', __name__), name)
