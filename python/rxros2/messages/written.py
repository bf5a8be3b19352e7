# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions as recordings keep them: the text of a message's .msg and of all in it, or IDL where there is no .msg."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Mapping
from dataclasses import replace

from . import find
from .definition import EMPTY_MEMBER, Collection, DefinitionError, Field, FieldType, Structure
from .description import nested_structures

_SEPARATOR = '=' * 80


def definition(structure: Structure, nested: Mapping[str, Structure]) -> tuple[str, str]:
    """The text, and its encoding: 'ros2msg' or 'ros2idl'. OSError if a definition cannot be read.

    Parts of services and actions, as which events and feedback travel, have no .msg.
    """
    if '/msg/' not in structure.name:
        parts = [f'{_SEPARATOR}\nIDL: {each.name}\n{_idl(each)}' for each in (structure, *nested.values())]
        return ''.join(parts), 'ros2idl'
    return _with_nested(_source(structure), nested), 'ros2msg'


def _with_nested(source: str, nested: Mapping[str, Structure]) -> str:
    return joined(source, {name: _source(each) for name, each in nested.items()})


def joined(text: str, nested: Mapping[str, str]) -> str:
    """The text of a .msg with those of the messages in it, by their names, as 'ros2msg' has them."""
    parts = [text]
    for name, each in sorted(nested.items()):
        parts.append(f'{_SEPARATOR}\nMSG: {name.replace("/msg/", "/")}\n{each}')
    return '\n'.join(parts)


def known_definition(type_: str) -> tuple[str, str] | None:
    """definition() of the type of this name, and of all in it; None if one of them is unknown here."""
    try:
        structure = find.structure(type_)
        return definition(structure, nested_structures(structure, find.structure))
    except (find.InterfaceNotFound, DefinitionError, ValueError):
        return None


def known_service_definition(type_: str) -> tuple[str, str] | None:
    """The texts of a service's request and response, each with all in it, in 'ros2msg'; None if one is unknown here."""
    try:
        halves = [find.structure(f'{type_}_{half}') for half in ('Request', 'Response')]
        sources = re.split(r'^---[ \t\r]*$\n?', _source(halves[0]), maxsplit=1, flags=re.MULTILINE)
        nested = [nested_structures(each, find.structure) for each in halves]
        request, response = (_with_nested(*each) for each in zip(sources, nested, strict=True))
    except (find.InterfaceNotFound, DefinitionError, ValueError, OSError):
        return None
    return request, response


def _source(structure: Structure) -> str:
    return pathlib.Path(structure.source).read_text(encoding='utf-8-sig')


def _idl(structure: Structure) -> str:
    package, kind, name = structure.name.split('/')
    arrays, fields = {}, []
    for each in structure.fields or (Field(EMPTY_MEMBER, FieldType('uint8')),):
        text = str(replace(each.type, collection=Collection.NONE))
        if each.type.is_message:
            text = each.type.base.replace('/', '::')
        if each.type.collection is Collection.SEQUENCE:
            text = f'sequence<{text}, {each.type.length}>' if each.type.length else f'sequence<{text}>'
        elif each.type.collection is Collection.ARRAY:
            alias = f'{re.sub("[^A-Za-z0-9]", "_", text)}__{each.type.length}'
            arrays[alias] = f'typedef {text} {alias}[{each.type.length}];\n'
            text = alias
        fields.append(f'{text} {each.name};\n')
    return (
        f'module {package} {{\nmodule {kind} {{\n{"".join(arrays.values())}'
        f'struct {name} {{\n{"".join(fields)}}};\n}};\n}};\n'
    )
