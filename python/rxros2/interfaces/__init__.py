# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""`from rxros2.interfaces.std_msgs.msg import String`: a module for each kind of interface of each package.

The modules have no files: an import looks the package up where rxros2.interface() does. With RXROS2_RUNTIME=system the
classes are those of the installed ROS 2.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from ..definitions.parser import SECTIONS
from ..messages import InterfaceNotFound, interface, interface_names, interface_packages, interface_paths
from ..near_names import near_names
from ..runtime import is_system


class _KindModule(ModuleType):
    """The module rxros2.interfaces.<package>.<kind>: it makes each class on first use."""

    def __getattr__(self, name: str) -> Any:
        if name == '__all__':
            return interface_names(*self.__name__.split('.')[-2:])
        if name.startswith('_'):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        package, kind = self.__name__.split('.')[-2:]
        try:
            cls = _installed(package, kind, name) if is_system() else interface(f'{package}/{kind}/{name}')
        except (ImportError, InterfaceNotFound, ValueError) as error:
            raise AttributeError(str(error)) from error
        setattr(self, name, cls)
        return cls

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *interface_names(*self.__name__.split('.')[-2:])]


def _installed(package: str, kind: str, name: str) -> Any:
    """Returns a class of the installed ROS 2, or ours if the module `rclpy` is our rclpy_compat."""
    module = importlib.import_module(f'{package}.{kind}')
    if not type(module.__loader__).__module__.startswith('rclpy_compat'):
        return getattr(module, name)
    if 'rclpy_compat' in str(importlib.import_module('rclpy').__file__):
        return interface(f'{package}/{kind}/{name}')
    raise ImportError(f'{package} is not in the installed ROS 2: expected its package to be built and sourced')


class _Finder(MetaPathFinder, Loader):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(__name__ + '.'):
            return None
        package, *kind = fullname[len(__name__) + 1 :].split('.')
        kinds = [section for section in SECTIONS if interface_names(package, section)]
        if not kinds:
            searched = ', '.join(str(section) for section in interface_paths())
            near = near_names(package, interface_packages())
            cure = (
                f'did you mean {near[0]}?'
                if near
                else 'source its workspace, or call rxros2.add_interface_path(folder)'
            )
            raise ModuleNotFoundError(
                f"no package '{package}' with interfaces; searched in {searched}; {cure}", name=fullname
            )
        if len(kind) > 1 or not set(kind) <= set(kinds):
            raise ModuleNotFoundError(
                f"package '{package}' has no '{'.'.join(kind)}'; expected {' or '.join(kinds)}", name=fullname
            )
        return ModuleSpec(fullname, self, is_package=not kind)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return ModuleType(spec.name) if spec.submodule_search_locations is not None else _KindModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


sys.meta_path.append(_Finder())
