# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Packages: those of the prefixes in AMENT_PREFIX_PATH, and those whose definitions rxros2 brings."""

from __future__ import annotations

import os
import pathlib
import re

from .messages import interface_packages, interface_paths
from .names import existing


class PackageNotFoundError(KeyError):
    """There is no such package; the text says which there are."""

    def __str__(self) -> str:
        return str(self.args[0])


def prefixes() -> list[pathlib.Path]:
    """Of the sourced ROS 2 and workspaces."""
    return [pathlib.Path(each) for each in os.environ.get('AMENT_PREFIX_PATH', '').split(os.pathsep) if each]


_INDEX = 'share/ament_index/resource_index/packages'


def packages() -> dict[str, pathlib.Path]:
    """Where each package is; of several the one that is used, the first."""
    found: dict[str, pathlib.Path] = {}
    for prefix in prefixes():
        index = prefix / _INDEX
        for marker in index.iterdir() if index.is_dir() else ():
            found.setdefault(marker.name, prefix)
    for package in interface_packages():
        if (own := _own_prefix(package)) is not None:
            found.setdefault(package, own)
    return dict(sorted(found.items()))


def _own_prefix(package: str) -> pathlib.Path | None:
    """Of definitions that rxros2 brings; none if it is run from its sources."""
    own = interface_paths()[-1]
    return own.parent if own.name == 'share' and (own / package).is_dir() else None


def prefix_of(package: str) -> pathlib.Path:
    """PackageNotFoundError, which tells what there is, if it is not found."""
    for prefix in prefixes():
        if package and (prefix / _INDEX / package).is_file():
            return prefix
    if package and (own := _own_prefix(package)) is not None:
        return own
    hint = '' if prefixes() else ' (AMENT_PREFIX_PATH is empty: no ROS 2 and no workspace is sourced)'
    raise PackageNotFoundError(existing('package', package, packages()) + hint)


def programs(folder: pathlib.Path) -> list[pathlib.Path]:
    """Programs in a folder and those below it, sorted."""
    if not folder.is_dir():
        return []
    return sorted(
        file for file in folder.rglob('*') if file.is_file() and os.access(file, os.X_OK) and not _is_library(file)
    )


def _is_library(file: pathlib.Path) -> bool:
    return re.fullmatch(r'.*\.(so(\.\d+)*|a|la|pyc)', file.name) is not None
