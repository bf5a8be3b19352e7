# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions that are unknown here, and that a node gave by its service get_type_description.

A node can describe any type in any way, so its description holds only for the topics whose type has the hash of that
description. It never becomes what interface() finds, nor the definition of another type of the same name.
"""

from __future__ import annotations

import threading
from typing import Any

from . import find
from .classes import Maker, interface
from .definition import EMPTY_MEMBER, DefinitionError, Structure
from .description import IDS, type_hash
from .find import InterfaceNotFound
from .parser import parse
from .written import joined, known_definition

_BASES = {number: base for base, number in IDS.items() if base != 'char'} | {21: 'string', 22: 'wstring'}
_SOURCE = 'the description that a node gave'
_MOST_TEXT = 1 << 18
"""Characters of one definition, with all in it."""
_MOST_FIELDS = 5000
"""Fields of one definition, with all in it."""
_MOST_KEPT = 64 << 20
"""Bytes of all definitions that are kept, roughly; beyond, the one that was kept first is forgotten."""
_BYTES_OF_A_CLASS, _BYTES_OF_A_FIELD = 4096, 2048


class _Definition:
    """The class and the text of a type that a node described."""

    def __init__(self, texts: dict[str, str], structures: dict[str, Structure], name: str) -> None:
        self.cls: Any = Maker(structures.__getitem__).make(name)
        self.text = joined(texts.pop(name), texts)
        fields = sum(len(each.fields) for each in structures.values())
        self.bytes = len(self.text) + _BYTES_OF_A_CLASS * len(structures) + _BYTES_OF_A_FIELD * fields


_lock = threading.Lock()
_kept: dict[tuple[str, str], _Definition] = {}


def is_known(type_: str) -> bool:
    """Returns whether interface() finds the type."""
    try:
        find.structure(type_)
    except (InterfaceNotFound, DefinitionError, ValueError):
        return False
    return True


def is_kept(type_: str, hash_: str) -> bool:
    """Returns whether a node described the type of this hash."""
    return (type_, hash_) in _kept


def class_of(type_: str, hash_: str = '') -> Any:
    """The class of a type, which is known here or was described by a node. Errors as of interface()."""
    with _lock:
        kept = _kept.get((type_, hash_))
    return interface(type_) if kept is None or is_known(type_) else kept.cls


def text_of(type_: str, hash_: str = '') -> tuple[str, str] | None:
    """The text of the definition with all in it, and its encoding; None if it is unknown. OSError as of a file."""
    known = known_definition(type_)
    if known is not None:
        return known
    with _lock:
        kept = _kept.get((type_, hash_))
    return None if kept is None else (kept.text, 'ros2msg')


def keep(response: Any, name: str, hash_: str) -> None:
    """Keeps the definition in a GetTypeDescription response for the type of this name and hash.

    Of all that is described only what the type refers to is looked at. DefinitionError if the node did not tell, or if
    what it told is no definition, is too large, or has another hash.
    """
    if not response.successful:
        raise DefinitionError(f'its node does not describe {name}: {response.failure_reason!r:.200}')
    told = response.type_description
    described = {each.type_name: each for each in [*told.referenced_type_descriptions, told.type_description]}
    texts: dict[str, str] = {}
    structures: dict[str, Structure] = {}
    missing = [name]
    size = fields = 0
    while missing:
        each = missing.pop()
        if each in texts:
            continue
        if '/msg/' not in each or each not in described:
            raise DefinitionError(f'{_SOURCE} lacks {each!r}, which is a part of {name}')
        fields += len(described[each].fields)
        texts[each] = _text(described[each]) if fields <= _MOST_FIELDS else ''
        size += len(texts[each])
        if fields > _MOST_FIELDS or size > _MOST_TEXT:
            most = f'{_MOST_FIELDS} fields and {_MOST_TEXT} characters'
            raise DefinitionError(f'{_SOURCE} of {name} is too large; expected at most {most}')
        structures |= parse(each, texts[each], _SOURCE)
        missing += [field.type.base for field in structures[each].fields if field.type.is_message]
    found = type_hash(structures[name], structures.__getitem__)
    if found != hash_:
        raise DefinitionError(f'{_SOURCE} of {name} has the hash {found}; expected {hash_}')
    definition = _Definition(texts, structures, name)
    with _lock:
        _kept.pop((name, hash_), None)
        _kept[name, hash_] = definition
        room = _MOST_KEPT - sum(each.bytes for each in _kept.values())
        while room < 0:
            room += _kept.pop(next(iter(_kept))).bytes


def _text(described: Any) -> str:
    """The .msg of an IndividualTypeDescription, without constants and defaults, which it does not have."""
    lines = []
    for field in described.fields:
        type_ = field.type
        kind, base = divmod(type_.type_id, 48)
        if kind > 3 or (base != 1 and base not in _BASES):
            raise DefinitionError(f'{_SOURCE} has a field of type {type_.type_id}; expected a number of a type')
        text = type_.nested_type_name.replace('/msg/', '/') if base == 1 else _BASES[base]
        if type_.string_capacity:
            text += f'<={type_.string_capacity}'
        text += ('', f'[{type_.capacity}]', f'[<={type_.capacity}]', '[]')[kind]
        if field.name != EMPTY_MEMBER:
            lines.append(f'{text} {field.name}\n')
    return ''.join(lines)
