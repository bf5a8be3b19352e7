# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes `from std_msgs.msg import String` equal `from rxros2.interfaces.std_msgs.msg import String`."""

from __future__ import annotations

import importlib
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import find_spec as spec_of
from types import ModuleType


class _Alias(Loader):
    """Loads a module of rxros2 under another name, with the same classes."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        interfaces = importlib.import_module(f'rxros2.interfaces.{module.__name__}')
        if module.__spec__ is not None and module.__spec__.submodule_search_locations is None:
            module.__getattr__ = lambda name: getattr(interfaces, name)  # type: ignore[method-assign]
            module.__dir__ = lambda: dir(interfaces)  # type: ignore[method-assign]


def find_spec(package: str, kind: str) -> ModuleSpec | None:
    """Returns the spec of a package of interfaces or of one of its kinds; None if there is no such package."""
    if spec_of('rxros2') is None:
        return None
    from rxros2.messages import interface_names

    kinds = (kind,) if kind else ('msg', 'srv', 'action')
    if not any(interface_names(package, section) for section in kinds):
        return None
    return ModuleSpec(f'{package}.{kind}' if kind else package, _Alias(), is_package=not kind)
