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


def packages() -> dict[str, pathlib.Path]:
    """Where each package is; of several the one that is used, the first."""
    found: dict[str, pathlib.Path] = {}
    for prefix in prefixes():
        index = prefix / 'share/ament_index/resource_index/packages'
        for marker in index.iterdir() if index.is_dir() else ():
            found.setdefault(marker.name, prefix)
    own = interface_paths()[-1]
    if own.name == 'share':  # not run from its sources
        for package in interface_packages():
            if (own / package).is_dir():
                found.setdefault(package, own.parent)
    return dict(sorted(found.items()))


def prefix_of(package: str) -> pathlib.Path:
    """PackageNotFoundError, which tells what there is, if it is not found."""
    known = packages()
    if package not in known:
        hint = '' if prefixes() else ' (AMENT_PREFIX_PATH is empty: no ROS 2 and no workspace is sourced)'
        raise PackageNotFoundError(existing('package', package, known) + hint)
    return known[package]


def programs(folder: pathlib.Path) -> list[pathlib.Path]:
    """Programs in a folder and those below it, sorted."""
    if not folder.is_dir():
        return []
    return sorted(
        file for file in folder.rglob('*') if file.is_file() and os.access(file, os.X_OK) and not _is_library(file)
    )


def _is_library(file: pathlib.Path) -> bool:
    return re.fullmatch(r'.*\.(so(\.\d+)*|a|la|pyc)', file.name) is not None
