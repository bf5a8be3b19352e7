# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Imports of extension modules, with ROS 2's rpyutils names."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from types import ModuleType

__all__ = ['add_dll_directories_from_env', 'import_c_library']


@contextlib.contextmanager
def add_dll_directories_from_env(env_name: str) -> Iterator[list[object]]:
    """Does nothing and yields an empty list: only Windows searches libraries in folders that a program adds."""
    yield []


def import_c_library(name: str, package: str | None = None) -> ModuleType:
    """Imports an extension module. ImportError if it is missing or cannot be loaded; the text names its package."""
    try:
        return importlib.import_module(name, package)
    except ImportError as error:
        owner = package or name.partition('.')[0]
        error.msg = f'{error.msg}; expected the extension module {name} of {owner}: build and source its workspace'
        raise
