# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The contents of a new package: its files for each build type, and the texts of licences."""

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


def files(package: NewPackage) -> dict[str, str]:
    """Returns the text of each file of a package, by its path in the folder of the package.

    An empty folder has a path that ends with '/'.
    """
    from . import cpp, python

    texts = {'package.xml': _package_xml(package)}
    return texts | (python.files(package) if package.build_type == 'ament_python' else cpp.files(package))


def _package_xml(package: NewPackage) -> str:
    from xml.sax.saxutils import escape, quoteattr

    groups = (
        ('buildtool_depend', package.buildtool_dependencies),
        ('depend', package.dependencies),
        ('test_depend', package.test_dependencies),
    )
    lines = [
        '<?xml version="1.0"?>',
        f'<package format="{package.format}">',
        f'  <name>{package.name}</name>',
        '  <version>0.0.0</version>',
        f'  <description>{escape(package.description)}</description>',
        f'  <maintainer email={quoteattr(package.email)}>{escape(package.maintainer)}</maintainer>',
        f'  <license>{escape(package.license)}</license>',
        '',
    ]
    for tag, names in groups:
        if names:
            lines += [*(f'  <{tag}>{name}</{tag}>' for name in names), '']
    lines += ['  <export>', f'    <build_type>{package.build_type}</build_type>', '  </export>', '</package>', '']
    return '\n'.join(lines)
