# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""`from rxros2.interfaces.std_msgs.msg import String`: a module for each kind of interface of each package.

As in ROS 2, a kind contains a module for each definition, `std_msgs.msg._string`, with the classes of all its parts.
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
from ..definitions.python_names import PARTS, snake_case
from ..messages import InterfaceNotFound, interface, interface_names, interface_packages, interface_paths
from ..near_names import near_names
from ..runtime import is_system

# The parts that ROS 2 imports into the module of a kind; it leaves out the other parts of an action.
_IMPORTED = {
    kind: [part for part in parts if part.count('_') != 1 or kind != 'action'] for kind, parts in PARTS.items()
}


class _KindModule(ModuleType):
    """The module rxros2.interfaces.<package>.<kind>: it makes each class on first use."""

    def __getattr__(self, name: str) -> Any:
        package, kind = self.__name__.split('.')[-2:]
        if name == '__all__':
            return [f'{stem}{part}' for stem in interface_names(package, kind) for part in _IMPORTED[kind]]
        if name.startswith('__'):
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        try:
            if name.startswith('_'):
                return importlib.import_module(f'{self.__name__}.{name}')
            cls = _class(package, kind, name)
        except (ImportError, InterfaceNotFound, ValueError) as error:
            raise AttributeError(str(error)) from error
        setattr(self, name, cls)
        return cls

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.__all__})


class _DefinitionModule(ModuleType):
    """The module rxros2.interfaces.<package>.<kind>._<definition>, with the classes that ROS 2 generates into it."""

    def __getattr__(self, name: str) -> Any:
        package, kind = self.__name__.split('.')[-3:-1]
        class_name = name.removeprefix('Metaclass_')
        if class_name not in self._names():
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}'")
        try:
            cls = _class(package, kind, class_name)
        except (ImportError, InterfaceNotFound, ValueError) as error:
            raise AttributeError(str(error)) from error
        value = cls if name == class_name else type(cls)
        setattr(self, name, value)
        return value

    def _names(self) -> list[str]:
        stem = self.__spec__.loader_state if self.__spec__ is not None else ''
        return [f'{stem}{part}' for part in PARTS[self.__name__.split('.')[-2]]]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._names()})


def _class(package: str, kind: str, name: str) -> Any:
    return _installed(package, kind, name) if is_system() else interface(f'{package}/{kind}/{name}')


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
        if kind and kind[0] not in kinds:
            raise ModuleNotFoundError(
                f"package '{package}' has no '{'.'.join(kind)}'; expected {' or '.join(kinds)}", name=fullname
            )
        if len(kind) < 2:
            return ModuleSpec(fullname, self, is_package=True)
        stems = [stem for stem in interface_names(package, kind[0]) if f'_{snake_case(stem)}' == kind[1]]
        if len(kind) > 2 or not stems:
            raise ModuleNotFoundError(
                f"'{package}.{kind[0]}' has no module '{'.'.join(kind[1:])}'; expected one such as '_string'",
                name=fullname,
            )
        return ModuleSpec(fullname, self, loader_state=stems[0])

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        if spec.loader_state is not None:
            return _DefinitionModule(spec.name)
        return ModuleType(spec.name) if spec.name.count('.') == 2 else _KindModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


sys.meta_path.append(_Finder())
