# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Provides `rclpy`, packages of interfaces (std_msgs, …), `launch`, `tf2_ros` and others if nothing else does.

install() is called when Python starts. Its finder is the last one, so that installed packages and those in PYTHONPATH
of a sourced ROS 2 take precedence. This module imports nothing that would delay a program without ROS.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as the module typing has it, whose import would take longer than all else here
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from typing import Any

_LAUNCH = ('launch', 'launch_ros', 'launch_xml', 'launch_yaml', 'ament_index_python')
_FOLDER = os.path.dirname(__file__)
_PACKAGES = (
    'message_filters',
    'rosidl_parser',
    'rosidl_runtime_py',
    'rpyutils',
    'sensor_msgs_py',
    'tf2_geometry_msgs',
    'tf2_py',
    'tf2_ros',
)
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


class _FolderFinder:
    """Prefers the packages of _Finder to a folder of their name in sys.path that is no package.

    The folder launch/ or msg/ of a package is one, if a test runs there; Python's own finder takes it for a namespace
    package, and would not ask the last finder.
    """

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if path is not None and name.partition('.')[2] not in ('msg', 'srv', 'action'):
            return None
        spec: ModuleSpec | None = _path_finder.find_spec(name, path)
        if spec is None or spec.loader is not None:
            return spec
        provided = _Finder.find_spec(name)
        if provided is not None and provided.submodule_search_locations is not None:
            provided.submodule_search_locations += spec.submodule_search_locations or ()  # modules of the folder
        return provided


_path_finder: Any = next((finder for finder in sys.meta_path if getattr(finder, '__name__', '') == 'PathFinder'), None)


def install() -> None:
    """Adds the finders to sys.meta_path. A second call does nothing."""
    if _Finder not in sys.meta_path:
        sys.meta_path.append(_Finder)
        if _path_finder is not None:
            sys.meta_path.insert(sys.meta_path.index(_path_finder), _FolderFinder)
