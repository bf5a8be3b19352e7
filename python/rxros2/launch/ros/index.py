# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""The substitutions that find packages."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

from ...ament_index import get_package_prefix, get_package_share_directory
from ...names import existing
from ...packages import PackageNotFoundError, programs
from ..errors import SubstitutionFailure
from ..substitution import SomeSubstitutionsType, Substitution, described, text_of

if TYPE_CHECKING:
    from ..context import LaunchContext


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
        except (PackageNotFoundError, ValueError) as error:
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
