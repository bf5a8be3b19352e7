# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Provides `rclpy`, packages of interfaces (std_msgs, …), `launch` and `launch_ros` if nothing else does.

install() is called when Python starts. Its finder is the last one, so that installed packages and those in PYTHONPATH
of a sourced ROS 2 take precedence. This module imports nothing that would delay a program without ROS.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

_LAUNCH = ('launch', 'launch_ros', 'launch_xml', 'launch_yaml', 'ament_index_python')
_FOLDER = os.path.dirname(__file__)
_PACKAGES = ('rosidl_parser',)
"""The packages in the folder 'packages', which are importable by their own names."""


def _may_have_interfaces(package: str) -> bool:
    """Looks into the file system only, because Python and programs ask for many packages that do not exist.

    rxros2 decides whether the package really has interfaces.
    """
    names = getattr(
        sys.modules.get('rxros2.messages'), 'interface_names', None
    )  # not available while it is being imported
    if names is not None:
        return any(names(package, kind) for kind in ('msg', 'srv', 'action'))
    folders = [os.path.join(prefix, 'share') for prefix in os.environ.get('AMENT_PREFIX_PATH', '').split(os.pathsep)]
    for path in sys.path:
        if os.path.isdir(os.path.join(path, 'rxros2')):
            folders += [os.path.join(path, 'rxros2', 'share'), os.path.join(path, '..', 'interfaces')]
    return any(os.path.isdir(os.path.join(folder, package)) for folder in folders)


class _Finder:
    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name == 'rclpy' or name in _PACKAGES:
            from importlib.util import spec_from_file_location

            folder = os.path.join(_FOLDER, '' if name == 'rclpy' else 'packages', name)
            return spec_from_file_location(
                name, os.path.join(folder, '__init__.py'), submodule_search_locations=[folder]
            )
        package, _, kind = name.partition('.')
        if package in _LAUNCH:
            try:
                from rxros2.launch.provide import find_spec as provided
            except ModuleNotFoundError:
                return None
            return provided(name)
        kind, _, definition = kind.partition('.')
        if kind not in ('', 'msg', 'srv', 'action') or not _may_have_interfaces(package):
            return None
        from ._interfaces import find_spec

        return find_spec(package, kind, definition)


def install() -> None:
    """Appends the finder to sys.meta_path. A second call does nothing."""
    if _Finder not in sys.meta_path:
        sys.meta_path.append(_Finder)
