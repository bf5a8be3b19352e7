# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Search for definitions: in added folders, in the sourced workspaces, and in this package."""

from __future__ import annotations

import os
import pathlib
import threading

from ..definitions.files import definition_file, definition_names, entries_of, is_package, parse_file
from ..definitions.model import Structure
from ..definitions.parser import split_name
from ..near_names import near_names

_PACKAGE = pathlib.Path(__file__).resolve().parents[1]
_added: list[pathlib.Path] = []
_INDEX = 'ament_index/resource_index/rosidl_interfaces'
"""The folder in share/ that has a file for each package whose interfaces ament or rxros2 installed there."""
_lock = threading.RLock()  # guards _added and _structures; held while a definition is read
_structures: dict[str, Structure] = {}


class InterfaceNotFound(LookupError):
    """Raised if no definition of a name exists; the text lists the searched folders."""


def add_interface_path(path: str | os.PathLike[str]) -> None:
    """Adds a folder that is searched for definitions before all others. Thread-safe.

    `path` is a folder of packages, a prefix with share/, or the folder of one package. NotADirectoryError if it is no
    folder. Types that are already in use keep their definitions.
    """
    folder = pathlib.Path(path).resolve()
    if not folder.is_dir():
        raise NotADirectoryError(f"'{folder}' is not a folder; expected one that holds <package>/msg/<Name>.msg")
    with _lock:
        if folder in _added:
            _added.remove(folder)
        _added.insert(0, folder)


def interface_paths() -> list[pathlib.Path]:
    """Returns the folders of packages that are searched, in the order of the search."""
    installed = _PACKAGE / 'share'
    own = installed if installed.is_dir() else _PACKAGE.parents[1] / 'interfaces'  # else: the source tree
    return [*_added, *_shares(), own]


def _shares() -> list[pathlib.Path]:
    """Returns the folders share/ of the sourced ROS 2 and workspaces."""
    return [pathlib.Path(p) / 'share' for p in os.environ.get('AMENT_PREFIX_PATH', '').split(os.pathsep) if p]


def _folders(package: str) -> list[pathlib.Path]:
    candidates: list[pathlib.Path] = []
    for path in interface_paths():
        candidates += [path / package, path / 'share' / package]
        if path.name == package:
            candidates.append(path)
    return [folder for folder in candidates if folder.is_dir()]


def interface_names(package: str, kind: str) -> list[str]:
    """Returns the interfaces of a kind ('msg', 'srv', 'action') in a package; [] if the package is unknown."""
    names: set[str] = set()
    for folder in _folders(package):
        names |= definition_names(folder).get(kind, set())
    return sorted(names)


def interface_packages() -> list[str]:
    """Returns the names of all packages that have interfaces."""
    names: set[str] = set()
    shares = _shares()
    for path in interface_paths():
        folders = [entry.path for entry in entries_of(path)]
        if path in shares:  # /usr/share has thousands of subfolders of other programs
            names |= {entry.name for entry in entries_of(path / _INDEX)}
            folders = [folder for folder in folders if os.path.basename(folder) not in names and is_package(folder)]
        else:
            folders.append(str(path))
        names |= {os.path.basename(folder) for folder in folders if definition_names(pathlib.Path(folder))}
    return sorted(names)


def structure(name: str) -> Structure:
    """Returns the structure of a full name, also of a part such as 'std_srvs/srv/SetBool_Request'. Thread-safe.

    InterfaceNotFound if no file defines it, DefinitionError if the file is invalid.
    """
    with _lock:
        if name not in _structures:
            folder, slash, type_ = name.rpartition('/')
            package, kind, type_ = split_name(f'{folder}/{type_.partition("_")[0]}' if slash else name)
            _load(package, kind, type_)
            if name not in _structures:
                raise InterfaceNotFound(f"'{package}/{kind}/{type_}' has no part '{name}'")
        return _structures[name]


def _load(package: str, kind: str, type_: str) -> None:
    name = f'{package}/{kind}/{type_}'
    for folder in _folders(package):
        path = definition_file(folder, kind, type_)
        if path is not None:
            _structures.update(parse_file(name, path))
            return
    searched = ', '.join(str(path) for path in interface_paths())
    near = near_names(name, (f'{package}/{kind}/{known}' for known in interface_names(package, kind)))
    hint = f'; did you mean {near[0]}?' if near else ''
    raise InterfaceNotFound(f'no file {package}/{kind}/{type_}.{kind} for {name}; searched in {searched}{hint}')
