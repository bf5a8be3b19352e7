# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Makes `import asyncio_for_robotics` mean rxros2.aio, also for its submodules: `pytest -p alias`, or import it."""

import importlib
import importlib.abc
import importlib.machinery
import sys

THEIRS = 'asyncio_for_robotics'


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name == THEIRS or name.startswith(THEIRS + '.'):
            return importlib.machinery.ModuleSpec(name, self)
        return None

    def create_module(self, spec):
        return importlib.import_module('rxros2.aio' + spec.name[len(THEIRS) :])

    def exec_module(self, module):
        pass


sys.meta_path.insert(0, _Finder())
