# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""ament_index_python's functions, over rxros2.packages, and the substitutions that find packages."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING

from ...names import existing
from ...packages import PackageNotFoundError, packages, prefix_of, prefixes, programs
from ..errors import SubstitutionFailure
from ..substitution import SomeSubstitutionsType, Substitution, described, text_of

if TYPE_CHECKING:
    from ..context import LaunchContext


def get_package_prefix(package_name: str) -> str:
    """PackageNotFoundError if there is no such package."""
    return str(prefix_of(package_name))


def get_package_share_directory(package_name: str, print_warning: bool = True) -> str:
    """As get_package_prefix()."""
    return os.path.join(get_package_prefix(package_name), 'share', package_name)


def get_package_share_path(package_name: str, print_warning: bool = True) -> pathlib.Path:
    return pathlib.Path(get_package_share_directory(package_name))


def get_packages_with_prefixes() -> dict[str, str]:
    return {name: str(prefix) for name, prefix in packages().items()}


def get_search_paths() -> list[str]:
    return [str(each) for each in prefixes()]


def get_resource_types() -> set[str]:
    return {each.name for folder in _index('') for each in folder.iterdir()}


def get_resources(resource_type: str) -> dict[str, str]:
    """In which prefix each resource of a type is."""
    found: dict[str, str] = {}
    for folder in _index(resource_type):
        for each in folder.iterdir():
            found.setdefault(each.name, str(folder.parents[3]))
    return found


def get_resource(resource_type: str, resource_name: str) -> tuple[str, str]:
    """Its content, and the prefix that it is in. LookupError if there is none."""
    for folder in _index(resource_type):
        if (folder / resource_name).is_file():
            return (folder / resource_name).read_text(encoding='utf-8'), str(folder.parents[3])
    raise LookupError(existing(f'resource of the type {resource_type},', resource_name, get_resources(resource_type)))


def has_resource(resource_type: str, resource_name: str) -> str | bool:
    return get_resources(resource_type).get(resource_name, False)


def get_resource_types_paths() -> list[str]:
    return [str(each) for each in _index('')]


def _index(resource_type: str) -> list[pathlib.Path]:
    folders = [each / 'share/ament_index/resource_index' / resource_type for each in prefixes()]
    return [each for each in folders if each.is_dir()]


class FindPackage(Substitution):
    """Where a package is."""

    def __init__(self, package: SomeSubstitutionsType) -> None:
        self.package = package

    def __truediv__(self, other: SomeSubstitutionsType) -> Substitution:
        from ..substitutions import PathJoinSubstitution

        return PathJoinSubstitution([self, other])

    def describe(self) -> str:
        return f'{type(self).__name__}({described(self.package)})'

    def find(self, package_name: str) -> str:
        raise NotImplementedError(f'{type(self).__name__}.find()')

    def perform(self, context: LaunchContext) -> str:
        try:
            return self.find(text_of(context, self.package))
        except PackageNotFoundError as error:
            raise SubstitutionFailure(str(error)) from None


class FindPackagePrefix(FindPackage):
    def find(self, package_name: str) -> str:
        return get_package_prefix(package_name)


class FindPackageShare(FindPackage):
    def find(self, package_name: str) -> str:
        return get_package_share_directory(package_name)


class ExecutableInPackage(FindPackagePrefix):
    """A program of a package."""

    def __init__(self, executable: SomeSubstitutionsType, package: SomeSubstitutionsType) -> None:
        super().__init__(package)
        self.executable = executable

    def describe(self) -> str:
        return f'{described(self.package)}/{described(self.executable)}'

    def perform(self, context: LaunchContext) -> str:
        package, name = text_of(context, self.package), text_of(context, self.executable)
        folder = pathlib.Path(super().perform(context)) / 'lib' / package
        there = programs(folder)
        if (direct := folder / name) in there:
            return str(direct)
        found = [each for each in there if each.name == name]
        if len(found) > 1:
            raise SubstitutionFailure(f'several {name} in the package {package}: {", ".join(map(str, found))}')
        if not found:
            raise SubstitutionFailure(existing(f'executable of {package}:', name, [each.name for each in there]))
        return str(found[0])
