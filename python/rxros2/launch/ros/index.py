# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The functions of ament_index_python, based on rxros2.packages, and the substitutions that find packages."""

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
    """Returns the install prefix of a package. PackageNotFoundError if the package is unknown."""
    return str(prefix_of(package_name))


def get_package_share_directory(package_name: str, print_warning: bool = True) -> str:
    """Returns the share folder of a package. PackageNotFoundError if the package is unknown."""
    return os.path.join(get_package_prefix(package_name), 'share', package_name)


def get_package_share_path(package_name: str, print_warning: bool = True) -> pathlib.Path:
    """Returns the share folder of a package as a path."""
    return pathlib.Path(get_package_share_directory(package_name))


def get_packages_with_prefixes() -> dict[str, str]:
    """Returns the prefixes of all packages."""
    return {name: str(prefix) for name, prefix in packages().items()}


def get_search_paths() -> list[str]:
    """Returns the prefixes of AMENT_PREFIX_PATH."""
    return [str(prefix) for prefix in prefixes()]


def get_resource_types() -> set[str]:
    """Returns the types of all resources in the ament index."""
    return {file.name for folder in _index('') for file in folder.iterdir()}


def get_resources(resource_type: str) -> dict[str, str]:
    """Returns the prefix of each resource of a type."""
    resources: dict[str, str] = {}
    for folder in _index(resource_type):
        for file in folder.iterdir():
            resources.setdefault(file.name, str(folder.parents[3]))
    return resources


def get_resource(resource_type: str, resource_name: str) -> tuple[str, str]:
    """Returns the content and the prefix of a resource. LookupError if it does not exist."""
    for folder in _index(resource_type):
        if (folder / resource_name).is_file():
            return (folder / resource_name).read_text(encoding='utf-8'), str(folder.parents[3])
    raise LookupError(existing(f'resource of the type {resource_type},', resource_name, get_resources(resource_type)))


def has_resource(resource_type: str, resource_name: str) -> str | bool:
    """Returns the prefix of a resource, or False if it does not exist."""
    return get_resources(resource_type).get(resource_name, False)


def get_resource_types_paths() -> list[str]:
    """Returns the index folders of all prefixes."""
    return [str(folder) for folder in _index('')]


def _index(resource_type: str) -> list[pathlib.Path]:
    folders = [prefix / 'share/ament_index/resource_index' / resource_type for prefix in prefixes()]
    return [folder for folder in folders if folder.is_dir()]


class FindPackage(Substitution):
    """Base class of substitutions that find a package."""

    def __init__(self, package: SomeSubstitutionsType) -> None:
        self.package = package

    def __truediv__(self, other: SomeSubstitutionsType) -> Substitution:
        from ..substitutions import PathJoinSubstitution

        return PathJoinSubstitution([self, other])

    def describe(self) -> str:
        """Returns the class name and the package."""
        return f'{type(self).__name__}({described(self.package)})'

    def find(self, package_name: str) -> str:
        """Returns the path for a package. PackageNotFoundError if the package is unknown."""
        raise NotImplementedError(f'{type(self).__name__}.find()')

    def perform(self, context: LaunchContext) -> str:
        """Returns the path from find(). Raises SubstitutionFailure if the package is unknown."""
        try:
            return self.find(text_of(context, self.package))
        except PackageNotFoundError as error:
            raise SubstitutionFailure(str(error)) from None


class FindPackagePrefix(FindPackage):
    """The install prefix of a package."""

    def find(self, package_name: str) -> str:
        """Returns the install prefix. Raises PackageNotFoundError if the package is unknown."""
        return get_package_prefix(package_name)


class FindPackageShare(FindPackage):
    """The share folder of a package."""

    def find(self, package_name: str) -> str:
        """Returns the share folder. Raises PackageNotFoundError if the package is unknown."""
        return get_package_share_directory(package_name)


class ExecutableInPackage(FindPackagePrefix):
    """The path of a program of a package."""

    def __init__(self, executable: SomeSubstitutionsType, package: SomeSubstitutionsType) -> None:
        super().__init__(package)
        self.executable = executable

    def describe(self) -> str:
        """Returns the package and the program, separated by '/'."""
        return f'{described(self.package)}/{described(self.executable)}'

    def perform(self, context: LaunchContext) -> str:
        """Returns the path of the program in the folder lib/PACKAGE.

        Raises SubstitutionFailure if the package is unknown, or if it has no such program or several.
        """
        package, name = text_of(context, self.package), text_of(context, self.executable)
        folder = pathlib.Path(super().perform(context)) / 'lib' / package
        available = programs(folder)
        if (direct := folder / name) in available:
            return str(direct)
        matches = [program for program in available if program.name == name]
        if len(matches) > 1:
            raise SubstitutionFailure(f'several {name} in the package {package}: {", ".join(map(str, matches))}')
        if not matches:
            raise SubstitutionFailure(
                existing(f'executable of {package}:', name, [program.name for program in available])
            )
        return str(matches[0])
