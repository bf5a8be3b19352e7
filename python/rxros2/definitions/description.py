# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Type descriptions and RIHS01 hashes (REP-2011). Two nodes can communicate only if their type hashes are equal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from .model import Collection, Field, FieldType, Structure

IDS = {
    'int8': 2,
    'uint8': 3,
    'char': 3,
    'int16': 4,
    'uint16': 5,
    'int32': 6,
    'uint32': 7,
    'int64': 8,
    'uint64': 9,
    'float32': 10,
    'float64': 11,
    'long double': 12,  # this and the next two are types of .idl files only
    'IDL char': 13,
    'wchar': 14,
    'bool': 15,
    'byte': 16,
    'string': 17,
    'wstring': 18,
}
_NESTED = 1
_BOUNDED_STRINGS = 4  # added to the id of a string type

Description = dict[str, Any]
"""An IndividualTypeDescription or a TypeDescription of type_description_interfaces, as JSON."""


def _field_type(type_: FieldType) -> Description:
    type_id = _NESTED if type_.is_message else IDS[type_.base]
    if type_.string_bound:
        type_id += _BOUNDED_STRINGS
    if type_.collection is Collection.ARRAY:
        type_id += 48
    elif type_.collection is Collection.SEQUENCE:
        type_id += 96 if type_.length else 144
    return {
        'type_id': type_id,
        'capacity': type_.length,
        'string_capacity': type_.string_bound,
        'nested_type_name': type_.base if type_.is_message else '',
    }


def individual(structure: Structure) -> Description:
    """Returns the IndividualTypeDescription of a structure, without the default values, which no hash depends on."""
    return {
        'type_name': structure.name,
        'fields': [{'name': field.name, 'type': _field_type(field.type)} for field in structure.members],
    }


def nested_structures(structure: Structure, find: Callable[[str], Structure]) -> dict[str, Structure]:
    """Returns all structures that `structure` contains, at any depth, by name.

    A LookupError of `find` is raised with the file and line that use the type.
    """
    nested: dict[str, Structure] = {}
    todo = [structure]
    while todo:
        user = todo.pop()
        for field in user.fields:
            if field.type.is_message and field.type.base not in nested:
                try:
                    nested[field.type.base] = find(field.type.base)
                except LookupError as error:
                    raise type(error)(f'{place(user, field)}: {error}') from None
                todo.append(nested[field.type.base])
    return nested


def place(structure: Structure, field: Field) -> str:
    """Returns 'file:line' of a field, or the file alone if the file does not name the field."""
    return f'{structure.source}:{field.line}' if field.line else structure.source


def describe(structure: Structure, find: Callable[[str], Structure]) -> Description:
    """Returns the TypeDescription of a structure: its own description and those of all structures that it contains."""
    nested = nested_structures(structure, find)
    return {
        'type_description': individual(structure),
        'referenced_type_descriptions': [individual(nested[name]) for name in sorted(nested)],
    }


def type_hash(structure: Structure, find: Callable[[str], Structure]) -> str:
    """Returns the hash of a type: 'RIHS01_' and the SHA-256 of its description in the layout of REP-2011."""
    text = json.dumps(describe(structure, find), separators=(', ', ': '))
    return 'RIHS01_' + hashlib.sha256(text.encode()).hexdigest()
