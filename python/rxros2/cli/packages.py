# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Packages, for commands: rxros2.packages with CommandError."""

from __future__ import annotations

import pathlib

from .. import packages as base
from ..packages import packages as packages
from .frame import CommandError


def prefix_of(package: str) -> pathlib.Path:
    """CommandError, which tells what there is, if it is not found."""
    try:
        return base.prefix_of(package)
    except base.PackageNotFoundError as error:
        raise CommandError(str(error)) from None


def executables(package: str) -> list[pathlib.Path]:
    """Programs of a package, sorted."""
    return base.programs(prefix_of(package) / 'lib' / package)


def all_executables() -> list[tuple[str, pathlib.Path]]:
    return [(name, each) for name, prefix in packages().items() for each in base.programs(prefix / 'lib' / name)]
