# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages as YAML, as comma-separated values, and as dictionaries."""

from __future__ import annotations

import array
import importlib
import sys
from collections import OrderedDict
from typing import Any

import numpy

from rxros2.definitions.model import IDL_NAMES, Collection, FieldType
from rxros2.messages.classes import structure_of

_COLLECTIONS = (list, tuple, array.array, numpy.ndarray)


def message_to_yaml(
    msg: Any,
    *,
    truncate_length: int | None = None,
    no_arr: bool = False,
    no_str: bool = False,
    flow_style: bool = False,
) -> str:
    """Returns a message as YAML, in one line for each field; with `flow_style`, each collection in one line.

    Texts and collections that are longer than `truncate_length` are cut. `no_arr` and `no_str` show the type and
    length of collections and texts instead of their contents.
    """
    yaml: Any = importlib.import_module('yaml')
    values = message_to_ordereddict(msg, truncate_length=truncate_length, no_arr=no_arr, no_str=no_str)

    Dumper: Any = type('Dumper', (yaml.Dumper,), {})  # its representers are not those of the program
    Dumper.add_representer(
        OrderedDict,
        lambda dumper, fields: dumper.represent_mapping('tag:yaml.org,2002:map', fields.items(), flow_style=False),
    )
    text: str = yaml.dump(
        values, Dumper=Dumper, allow_unicode=True, width=sys.maxsize, default_flow_style=flow_style, sort_keys=False
    )
    return text


def message_to_csv(msg: Any, *, truncate_length: int | None = None, no_arr: bool = False, no_str: bool = False) -> str:
    """Returns the values of all fields, also of nested messages, between commas. Options as in message_to_yaml()."""

    def text(value: Any, type_: FieldType | None = None) -> str:
        if isinstance(value, _COLLECTIONS):
            if no_arr and type_ is not None:
                return _shortened(value, type_)
            texts = [text(item) for item in value[:truncate_length]]
            return ','.join([*texts, '...'] if len(texts) < len(value) else texts)
        if isinstance(value, (str, bytes)):
            return str(_text(value, truncate_length, no_str))
        if isinstance(value, (bool, float, int, numpy.number, numpy.bool_)):
            return str(value)
        return message_to_csv(value, truncate_length=truncate_length, no_arr=no_arr, no_str=no_str)

    return ','.join(text(getattr(msg, name), type_) for name, type_ in field_types(msg).items())


def message_to_ordereddict(
    msg: Any, *, truncate_length: int | None = None, no_arr: bool = False, no_str: bool = False
) -> OrderedDict[str, Any]:
    """Returns the fields of a message and of nested messages as dictionaries. Options as in message_to_yaml()."""

    def plain(value: Any, type_: FieldType | None = None) -> Any:
        if isinstance(value, bytes):
            is_cut = truncate_length is not None and len(value) > truncate_length
            return value[:truncate_length].decode('latin-1') + ('...' if is_cut else '')
        if isinstance(value, str):
            return _text(value, truncate_length, no_str)
        if isinstance(value, _COLLECTIONS):
            if no_arr and type_ is not None:
                return _shortened(value, type_)
            items = [plain(item) for item in value[:truncate_length]]
            if len(items) < len(value):
                items.append('...')
            return tuple(items) if isinstance(value, tuple) else items
        if isinstance(value, dict):
            return type(value)((plain(key), plain(item)) for key, item in value.items())
        if isinstance(value, (numpy.number, numpy.bool_)):
            return value.item()
        if isinstance(value, (bool, float, int)):
            return value
        return message_to_ordereddict(value, truncate_length=truncate_length, no_arr=no_arr, no_str=no_str)

    return OrderedDict((name, plain(getattr(msg, name), type_)) for name, type_ in field_types(msg).items())


def get_message_slot_types(msg: Any) -> OrderedDict[str, Any]:
    """Returns the types of the fields by their names; the types are those in SLOT_TYPES."""
    return OrderedDict(zip(msg.get_fields_and_field_types(), msg.SLOT_TYPES, strict=True))


def field_types(msg: Any) -> dict[str, FieldType | None]:
    """Returns the types of the fields by their names; None for a message that is not of rxros2's classes."""
    try:
        return {field.name: field.type for field in structure_of(type(msg)).fields}
    except TypeError:
        return dict.fromkeys(msg.get_fields_and_field_types())


def _text(value: str | bytes, length: int | None, no_str: bool) -> str | bytes:
    if no_str and isinstance(value, str):
        return f'<string length: <{len(value)}>>'
    if length is None or len(value) <= length:
        return value
    return value[:length] + '...' if isinstance(value, str) else value[:length] + b'...'


def _shortened(value: Any, type_: FieldType) -> str:
    name = IDL_NAMES.get(type_.base, type_.base)
    if type_.collection is Collection.ARRAY:
        return f'<array type: {name}[{type_.length}]>'
    most = f'[{type_.length}]' if type_.length else ''
    return f'<sequence type: {name}{most}, length: {len(value)}>'
