# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Packages in the prefixes of AMENT_PREFIX_PATH, and packages whose definitions rxros2 contains."""

from __future__ import annotations

import os
import pathlib
import re

from .messages import interface_paths
from .names import existing


class PackageNotFoundError(KeyError):
    """No package has this name; the text lists the known ones."""

    def __str__(self) -> str:
        return str(self.args[0])


def prefixes() -> list[pathlib.Path]:
    """Returns the prefixes of the sourced ROS 2 and workspaces."""
    return [pathlib.Path(prefix) for prefix in os.environ.get('AMENT_PREFIX_PATH', '').split(os.pathsep) if prefix]


_INDEX = 'share/ament_index/resource_index/packages'


def packages() -> dict[str, pathlib.Path]:
    """Returns the prefix of each package; of several prefixes the first, which is used."""
    prefix_by_package: dict[str, pathlib.Path] = {}
    for prefix in prefixes():
        index = prefix / _INDEX
        for marker in index.iterdir() if index.is_dir() else ():
            prefix_by_package.setdefault(marker.name, prefix)
    return dict(sorted((own_packages() | prefix_by_package).items()))


def own_packages() -> dict[str, pathlib.Path]:
    """Returns the prefix of each package whose definitions rxros2 contains; {} if rxros2 runs from its sources."""
    own = interface_paths()[-1]
    return {folder.name: own.parent for folder in own.iterdir() if folder.is_dir()} if own.name == 'share' else {}


def own_prefix(package: str) -> pathlib.Path | None:
    """Returns the prefix of a package whose definitions rxros2 contains; None for another package."""
    return own_packages().get(package)


def prefix_of(package: str) -> pathlib.Path:
    """Returns the package's prefix. Raises PackageNotFoundError, which lists the packages, if there is none."""
    for prefix in prefixes():
        if package and (prefix / _INDEX / package).is_file():
            return prefix
    if package and (own := own_prefix(package)) is not None:
        return own
    hint = '' if prefixes() else ' (AMENT_PREFIX_PATH is empty: no ROS 2 and no workspace is sourced)'
    raise PackageNotFoundError(existing('package', package, packages()) + hint)


def programs(folder: pathlib.Path) -> list[pathlib.Path]:
    """Returns the executable files in a folder and its subfolders, sorted."""
    if not folder.is_dir():
        return []
    return sorted(
        file for file in folder.rglob('*') if file.is_file() and os.access(file, os.X_OK) and not _is_library(file)
    )


def _is_library(file: pathlib.Path) -> bool:
    return re.fullmatch(r'.*\.(so(\.\d+)*|a|la|pyc)', file.name) is not None
