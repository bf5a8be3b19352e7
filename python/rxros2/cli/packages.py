# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Packages for commands: the functions of rxros2.packages, with CommandError."""

from __future__ import annotations

import pathlib

from .. import packages as base
from ..packages import packages as packages
from .frame import CommandError


def prefix_of(package: str) -> pathlib.Path:
    """Returns the install prefix of a package. CommandError, which lists known packages, if it is unknown."""
    try:
        return base.prefix_of(package)
    except base.PackageNotFoundError as error:
        raise CommandError(str(error)) from None


def executables(package: str) -> list[pathlib.Path]:
    """Returns the programs of a package, sorted."""
    return base.programs(prefix_of(package) / 'lib' / package)


def all_executables() -> list[tuple[str, pathlib.Path]]:
    """Returns the programs of all packages, each with the name of its package."""
    return [(name, program) for name, prefix in packages().items() for program in base.programs(prefix / 'lib' / name)]
