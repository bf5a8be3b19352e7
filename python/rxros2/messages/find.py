# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Where definitions are: in folders that were named, in the sourced ROS 2, and in this package."""

from __future__ import annotations

import os
import pathlib
import threading

from .definition import DefinitionError, Structure
from .parser import SECTIONS, parse, split_name

_PACKAGE = pathlib.Path(__file__).resolve().parents[1]
_added: list[pathlib.Path] = []
_lock = threading.RLock()
_structures: dict[str, Structure] = {}


class InterfaceNotFound(LookupError):
    """No definition of that name; the text tells where it was looked for."""


def add_interface_path(path: str | os.PathLike[str]) -> None:
    """Definitions are first looked for in `path`: a folder of packages, a prefix with share/, or one package's folder.

    NotADirectoryError if it is no folder. Types that were used before stay what they are.
    """
    folder = pathlib.Path(path).resolve()
    if not folder.is_dir():
        raise NotADirectoryError(f"'{folder}' is no folder; expected one that holds <package>/msg/<Name>.msg")
    with _lock:
        if folder in _added:
            _added.remove(folder)
        _added.insert(0, folder)


def interface_paths() -> list[pathlib.Path]:
    """The folders of packages that are searched, in this order."""
    prefixes = [pathlib.Path(p) / 'share' for p in os.environ.get('AMENT_PREFIX_PATH', '').split(os.pathsep) if p]
    installed = _PACKAGE / 'share'
    own = installed if installed.is_dir() else _PACKAGE.parents[1] / 'interfaces'  # else run from its sources
    return [*_added, *prefixes, own]


def _folders(package: str, kind: str) -> list[pathlib.Path]:
    candidates: list[pathlib.Path] = []
    for path in interface_paths():
        candidates += [path / package / kind, path / 'share' / package / kind]
        if path.name == package:
            candidates.append(path / kind)
    return [folder for folder in candidates if folder.is_dir()]


def interface_names(package: str, kind: str) -> list[str]:
    """Names of the interfaces of a kind ('msg', 'srv', 'action') that a package has; none if it is not found."""
    return sorted({file.stem for folder in _folders(package, kind) for file in folder.glob(f'*.{kind}')})


def interface_packages() -> list[str]:
    """Names of all packages with interfaces that can be found."""
    kinds = {folder for path in interface_paths() for kind in SECTIONS for folder in path.glob(f'*/{kind}')}
    return sorted({folder.parent.name for folder in kinds if any(folder.glob(f'*.{folder.name}'))})


def structure(name: str) -> Structure:
    """The struct of this full name, also of a part: 'std_srvs/srv/SetBool_Request'.

    InterfaceNotFound if there is no file for it, DefinitionError if the file is wrong. Any thread.
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
    folders = _folders(package, kind)
    for folder in folders:
        path = folder / f'{type_}.{kind}'
        if path.is_file():
            try:
                text = path.read_text(encoding='utf-8-sig')
            except UnicodeDecodeError as error:
                line = path.read_bytes()[: error.start].count(b'\n') + 1
                raise DefinitionError(
                    f'{path}:{line}: byte {error.object[error.start]:#04x} is not UTF-8; expected UTF-8 text'
                ) from None
            _structures.update(parse(name, text, str(path)))
            return
    idl = [folder / f'{type_}.idl' for folder in folders if (folder / f'{type_}.idl').is_file()]
    if idl:
        raise InterfaceNotFound(f'{name} is defined by {idl[0]} only; expected a file {type_}.{kind}')
    searched = ', '.join(str(path) for path in interface_paths())
    raise InterfaceNotFound(f'no file {package}/{kind}/{type_}.{kind} for {name}; searched in {searched}')
