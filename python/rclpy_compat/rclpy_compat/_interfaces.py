# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes `from std_msgs.msg import String` equal `from rxros2.interfaces.std_msgs.msg import String`."""

from __future__ import annotations

import importlib
import sys
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import find_spec as spec_of
from types import ModuleType


class _Alias(Loader):
    """Loads a module of rxros2 under another name, with the same classes."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        from rxros2.messages import rclpy_types

        rclpy_types.use()
        interfaces = importlib.import_module(f'rxros2.interfaces.{module.__name__}')

        def get(name: str) -> object:
            if name.startswith('__'):
                return getattr(interfaces, name)
            if name.startswith('_') and hasattr(module, '__path__'):
                try:
                    return importlib.import_module(f'{module.__name__}.{name}')
                except ModuleNotFoundError as error:
                    raise AttributeError(str(error)) from None
            value = getattr(interfaces, name)
            setattr(module, name, value)
            return value

        if '.' in module.__name__:
            module.__getattr__ = get  # type: ignore[method-assign]
            module.__dir__ = lambda: dir(interfaces)  # type: ignore[method-assign]


def find_spec(package: str, kind: str, definition: str) -> ModuleSpec | None:
    """Returns the spec of a package of interfaces, of one of its kinds or a definition; None if there is none."""
    if spec_of('rxros2') is None:
        return None
    from rxros2.definitions.python_names import snake_case
    from rxros2.messages import interface_names

    if definition and not isinstance(getattr(sys.modules.get(f'{package}.{kind}'), '__loader__', None), _Alias):
        return None  # the package is an installed one
    kinds = (kind,) if kind else ('msg', 'srv', 'action')
    stems = [stem for section in kinds for stem in interface_names(package, section)]
    if definition:
        stems = [stem for stem in stems if f'_{snake_case(stem)}' == definition]
    if not stems:
        return None
    name = '.'.join(part for part in (package, kind, definition) if part)
    return ModuleSpec(name, _Alias(), is_package=not definition)
