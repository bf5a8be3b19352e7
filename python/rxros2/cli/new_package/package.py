# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The description of a new package, and how its templates are filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_NAME = re.compile(r'[A-Za-z0-9][A-Za-z0-9_-]*')


def is_name(name: str) -> bool:
    """Returns whether a package may have this name, by the rule of package.xml files."""
    return _NAME.fullmatch(name) is not None


def identifier(name: str) -> str:
    """Returns the name that C++ and Python code has for a package, program or library, which may contain '-'."""
    return name.replace('-', '_')


def fill(template: str, values: Mapping[str, str]) -> str:
    """Returns a template with each @name@ replaced by its value, which is not searched for names again."""
    return re.sub('@([a-z_]+)@', lambda match: values[match[1]], template)


@dataclass(frozen=True)
class NewPackage:
    """The description of a new package; `node` and `library` are empty if it has none."""

    name: str
    build_type: str
    format: int
    description: str
    license: str
    maintainer: str
    email: str
    dependencies: tuple[str, ...]
    node: str
    library: str

    @property
    def module(self) -> str:
        """The name of the package in code."""
        return identifier(self.name)

    @property
    def buildtool_dependencies(self) -> tuple[str, ...]:
        """The packages that only the build needs."""
        if self.build_type != 'ament_cmake':
            return ()
        return ('ament_cmake_ros',) if self.library else ('ament_cmake',)

    @property
    def test_dependencies(self) -> tuple[str, ...]:
        """The packages that only the tests need."""
        return {
            'ament_cmake': ('ament_lint_auto', 'ament_lint_common'),
            'ament_python': ('ament_copyright', 'ament_flake8', 'ament_pep257', 'python3-pytest'),
        }.get(self.build_type, ())
