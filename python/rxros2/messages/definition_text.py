# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definition texts for recordings: the .msg files of a message and its nested messages, or IDL where no .msg exists."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Mapping
from dataclasses import replace

from ..definitions.description import nested_structures
from ..definitions.model import Collection, DefinitionError, FieldType, Structure
from . import find

_SEPARATOR = '=' * 80


def definition(structure: Structure, nested: Mapping[str, Structure]) -> tuple[str, str]:
    """Returns the text of a definition and its encoding, 'ros2msg' or 'ros2idl'. OSError if a file cannot be read.

    Parts of services and actions, such as events and feedback, have no .msg file and become IDL. So does a message that
    an .idl file defines, and one that contains such a message.
    """
    parts = (structure, *nested.values())
    if '/msg/' not in structure.name or any(map(_is_idl, parts)):
        return ''.join(f'{_SEPARATOR}\nIDL: {part.name}\n{_idl(part)}' for part in parts), 'ros2idl'
    return _with_nested(_source(structure), nested), 'ros2msg'


def _with_nested(source: str, nested: Mapping[str, Structure]) -> str:
    return joined(source, {name: _source(nested_structure) for name, nested_structure in nested.items()})


def joined(text: str, nested: Mapping[str, str]) -> str:
    """Returns the text of a .msg with its nested definitions, by name, in the format 'ros2msg'."""
    parts = [text]
    for name, nested_text in sorted(nested.items()):
        parts.append(f'{_SEPARATOR}\nMSG: {name.replace("/msg/", "/")}\n{nested_text}')
    return '\n'.join(parts)


def known_definition(type_: str) -> tuple[str, str] | None:
    """Returns definition() of a type by its name; None if it or a nested type is unknown on this machine."""
    try:
        structure = find.structure(type_)
        return definition(structure, nested_structures(structure, find.structure))
    except (find.InterfaceNotFound, DefinitionError, ValueError):
        return None


def known_service_definition(type_: str) -> tuple[str, str] | None:
    """Returns the 'ros2msg' texts of a service's request and response; None if a type is unknown on this machine."""
    try:
        halves = [find.structure(f'{type_}_{half}') for half in ('Request', 'Response')]
        if _is_idl(halves[0]):
            sources = [_source(half) for half in halves]
        else:
            sources = re.split(r'^---[ \t\r]*$\n?', _source(halves[0]), maxsplit=1, flags=re.MULTILINE)
        nested = [nested_structures(half, find.structure) for half in halves]
        request, response = (_with_nested(*pair) for pair in zip(sources, nested, strict=True))
    except (find.InterfaceNotFound, DefinitionError, ValueError, OSError):
        return None
    return request, response


def _is_idl(structure: Structure) -> bool:
    return structure.source.endswith('.idl')


def _source(structure: Structure) -> str:
    """Returns the definition as .msg, .srv or .action; of an .idl file that of the structure."""
    if _is_idl(structure):
        return ''.join(f'{_msg_type(field.type)} {field.name}\n' for field in structure.fields)
    return pathlib.Path(structure.source).read_text(encoding='utf-8-sig')


def _msg_type(type_: FieldType) -> str:
    bound = f'<={type_.string_bound}' if type_.string_bound else ''
    most = '<=' if type_.collection is Collection.SEQUENCE and type_.length else ''
    brackets = '' if type_.collection is Collection.NONE else f'[{most}{type_.length or ""}]'
    return type_.base.replace('/msg/', '/') + bound + brackets


def _idl(structure: Structure) -> str:
    if _is_idl(structure) and '/msg/' in structure.name:
        return pathlib.Path(structure.source).read_text(encoding='utf-8-sig')
    package, kind, name = structure.name.split('/')
    arrays, fields = {}, []
    for field in structure.members:
        text = str(replace(field.type, collection=Collection.NONE))
        if field.type.is_message:
            text = field.type.base.replace('/', '::')
        if field.type.collection is Collection.SEQUENCE:
            text = f'sequence<{text}, {field.type.length}>' if field.type.length else f'sequence<{text}>'
        elif field.type.collection is Collection.ARRAY:
            alias = f'{re.sub("[^A-Za-z0-9]", "_", text)}__{field.type.length}'
            arrays[alias] = f'typedef {text} {alias}[{field.type.length}];\n'
            text = alias
        fields.append(f'{text} {field.name};\n')
    return (
        f'module {package} {{\nmodule {kind} {{\n{"".join(arrays.values())}'
        f'struct {name} {{\n{"".join(fields)}}};\n}};\n}};\n'
    )
