# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 stubs: a stub package by which mypy and editors know the classes of rxros2.interfaces and their fields."""

from __future__ import annotations

import argparse
import pathlib
import shutil
from collections.abc import Iterator

from ..messages import DefinitionError, FieldType, interface_names, interface_packages
from ..messages.classes import Action, Service, interface, structure_of
from ..messages.definition import FLOATS, STRINGS, Collection, Structure
from ..messages.parser import SECTIONS
from .frame import CommandError, existing

_HEAD = """# Made by 'rxros2 stubs'. Setters also take what their fields convert.
from builtins import bool as _bool, bytes as _bytes, float as _float, int as _int, list as _list, str as _str
from collections.abc import Iterable as _Iterable
from typing import Any as _Any, ClassVar as _ClassVar, Final as _Final, TypeAlias as _TypeAlias

import numpy as _numpy
from numpy.typing import ArrayLike as _ArrayLike, NDArray as _NDArray

from rxros2.messages import Action as _Action, Message as _Message, Service as _Service
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('packages', nargs='*', metavar='package', help='only of these packages (default: all)')
    parser.add_argument(
        '-o',
        '--output',
        type=pathlib.Path,
        metavar='DIR',
        help='make them in DIR, for MYPYPATH or as "typings" (default: beside the installed rxros2, for all tools)',
    )


def main(args: argparse.Namespace) -> int:
    known = interface_packages()
    for package in args.packages:
        if package not in known:
            raise CommandError(existing('package with definitions', package, known))
    if args.output:
        folder = args.output / 'rxros2/interfaces'  # what is missing there is looked for in the installed rxros2
    else:
        folder = pathlib.Path(__file__).parents[2] / 'rxros2-stubs/interfaces'
    count = write_stubs(folder, args.packages or known)
    if not args.output:
        (folder.parent / 'py.typed').write_text('partial\n')  # PEP 561
        (folder / '__init__.pyi').touch()
    print(f'{folder}: {count} definitions')
    return 0


def write_stubs(top: pathlib.Path, packages: list[str]) -> int:
    """Writes stubs into folders of the packages' names; others there stay. How many definitions there were."""
    count = 0
    try:
        top.mkdir(parents=True, exist_ok=True)
        for package in packages:
            shutil.rmtree(top / package, ignore_errors=True)
            (top / package).mkdir()
            (top / package / '__init__.pyi').touch()
            for kind in SECTIONS:
                names = interface_names(package, kind)
                if names:
                    (top / package / f'{kind}.pyi').write_text(_module(package, kind, names))
                    count += len(names)
    except OSError as error:
        raise CommandError(f'{top} cannot be written: {error}; expected a folder of yours: -o DIR') from None
    except (DefinitionError, LookupError) as error:
        raise CommandError(str(error)) from None
    return count


def _module(package: str, kind: str, names: list[str]) -> str:
    classes: list[str] = []
    others: set[tuple[str, str]] = set()
    for name in names:
        cls = interface(f'{package}/{kind}/{name}')
        for each in _parts(cls):
            structure = structure_of(each)
            others |= {tuple(f.type.base.split('/')[:2]) for f in structure.fields if f.type.is_message}  # type: ignore[misc]
            classes.append(_class(each, structure))
    others.discard((package, kind))
    imports = ''.join(f'from rxros2.interfaces.{p} import {k} as _{p}_{k}\n' for p, k in sorted(others))
    return _HEAD + imports + '\n' + '\n'.join(classes)


def _parts(cls: type) -> Iterator[type]:
    """The classes that stand in the module for this one, itself last."""
    if issubclass(cls, Service):
        yield from (cls.Request, cls.Response, cls.Event)
    elif issubclass(cls, Action):
        yield from (cls.Goal, cls.Result, cls.Feedback)
        impl = vars(cls.Impl)
        yield from _parts(impl['SendGoalService'])
        yield from _parts(impl['GetResultService'])
        yield impl['FeedbackMessage']
    yield cls


def _class(cls: type, structure: Structure) -> str:
    package, kind, name = structure.name.split('/')
    here = (package, kind)
    if issubclass(cls, Service):
        parts = ('Request', 'Response', 'Event')
        return f'class {name}(_Service):\n' + ''.join(f'    {part}: _TypeAlias = {name}_{part}\n' for part in parts)
    if issubclass(cls, Action):
        parts = ('Goal', 'Result', 'Feedback')
        return f'class {name}(_Action):\n' + ''.join(f'    {part}: _TypeAlias = {name}_{part}\n' for part in parts)
    lines = [f'class {name}(_Message):']
    for constant in structure.constants:
        value = bytes([constant.value]) if constant.base == 'byte' else constant.value
        lines.append(f'    {constant.name}: _Final = {value!r}')
    for field in structure.fields:
        given, taken = _types(field.type, here)
        if given == taken:
            lines.append(f'    {field.name}: {given}')
        else:
            lines += [
                '    @property',
                f'    def {field.name}(self) -> {given}: ...',
                f'    @{field.name}.setter',
                f'    def {field.name}(self, value: {taken}) -> None: ...',
            ]
        if field.default is not None:
            lines.append(f'    {field.name.upper()}__DEFAULT: _ClassVar[_Any]')
    keywords = ''.join(f', {field.name}: {_types(field.type, here)[1]} = ...' for field in structure.fields)
    lines.append(f'    def __init__(_{", *" if keywords else ""}{keywords}) -> None: ...')
    return '\n'.join(lines) + '\n'


def _types(type_: FieldType, here: tuple[str, str]) -> tuple[str, str]:
    """What a field of this type gives, and what it takes, in the module `here`."""
    if type_.is_numeric_collection:
        dtype = {'bool': 'bool_', 'byte': 'uint8', 'char': 'uint8'}.get(type_.base, type_.base)
        return f'_NDArray[_numpy.{dtype}]', '_ArrayLike'
    if type_.is_message:
        package, kind, name = type_.base.split('/')
        single = name if (package, kind) == here else f'_{package}_{kind}.{name}'
    elif type_.base in STRINGS:
        single = '_str'
    elif type_.base in FLOATS:
        single = '_float'
    else:
        single = {'bool': '_bool', 'byte': '_bytes'}.get(type_.base, '_int')
    if type_.collection is Collection.NONE:
        return single, single
    return f'_list[{single}]', f'_Iterable[{single}]'
