# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The contents of a new package: its files for each build type, and the texts of licences."""

from __future__ import annotations

from . import cpp, python
from .package import NewPackage


def files(package: NewPackage) -> dict[str, str]:
    """Returns the text of each file of a package, by its path in the folder of the package.

    An empty folder has a path that ends with '/'.
    """
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
