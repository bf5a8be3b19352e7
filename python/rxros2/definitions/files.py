# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Search for definitions in the folder of a package, in the source tree or installed.

A file <Name>.msg, .srv or .action is in a folder of any name (usually that of its kind), because its suffix names the
kind; an .idl file is in the folder of its kind. ROS 2 installs both where there are both.
"""

from __future__ import annotations

import os
import pathlib

from .model import Structure
from .parser import SECTIONS, TYPE_NAME, parse, read_text

_MARKS = frozenset({*SECTIONS, 'package.xml'})
"""Entries of which the folder of a package with interfaces has at least one."""


def definition_file(package: pathlib.Path, kind: str, type_: str) -> pathlib.Path | None:
    """Returns the file that defines an interface of a kind ('msg', 'srv', 'action'); None if there is none."""
    usual = package / kind / f'{type_}.{kind}'
    if usual.is_file():
        return usual
    idl = usual.with_suffix('.idl')
    in_other_folders = sorted(package.glob(f'*/{usual.name}')) if package.is_dir() else []
    return next((path for path in (*in_other_folders, idl) if path.is_file()), None)


def definition_names(package: pathlib.Path) -> dict[str, set[str]]:
    """Returns the names of the interfaces of a package by their kind; {} if it has none."""
    names: dict[str, set[str]] = {}
    for folder in entries_of(package):
        for file in entries_of(folder.path):
            stem, _, suffix = file.name.rpartition('.')
            kind = folder.name if suffix == 'idl' else suffix
            if kind in SECTIONS and TYPE_NAME.fullmatch(stem):
                names.setdefault(kind, set()).add(stem)
    return names


def is_package(folder: str | pathlib.Path) -> bool:
    """Returns whether a folder looks like that of a package that may have interfaces. Opens no subfolder."""
    return any(entry.name in _MARKS for entry in entries_of(folder))


def entries_of(folder: str | pathlib.Path) -> list[os.DirEntry[str]]:
    """Returns the entries of a folder; [] if it cannot be read."""
    try:
        return list(os.scandir(folder))
    except OSError:  # no folder, a loop of links, or one that this user may not read
        return []


def parse_file(name: str, path: pathlib.Path) -> dict[str, Structure]:
    """Returns the structures, by name, that a file defines for the interface `name`.

    OSError if the file cannot be read, DefinitionError if it is invalid.
    """
    text = read_text(path)
    if path.suffix == '.idl':
        from .idl import parse_idl  # only here: most programs use no .idl file

        return parse_idl(name, text, str(path)).structures
    return parse(name, text, str(path))
