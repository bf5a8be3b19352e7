# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions that are unknown on this machine and were received from a node's service get_type_description.

A node can send any description for any type. A received definition is therefore used only for topics whose type hash
equals the hash of the description. interface() never returns it, and it never replaces another type of the same name.
"""

from __future__ import annotations

from typing import Any

from ..definitions.description import IDS, type_hash
from ..definitions.model import EMPTY_MEMBER, PRIMITIVES, DefinitionError, Structure
from ..definitions.parser import parse
from . import find
from .classes import Maker, interface
from .definition_text import joined, known_definition
from .find import InterfaceNotFound
from .kept_classes import MOST_FIELDS, KeptClasses

_BASES = {IDS[base]: base for base in PRIMITIVES if base != 'char'} | {21: 'string', 22: 'wstring'}
_SOURCE = 'the description from a node'
_MOST_TEXT = 1 << 18
"""Most characters of one definition, including nested ones."""


class _Definition:
    """Class and text of a received definition."""

    def __init__(self, texts: dict[str, str], structures: dict[str, Structure], name: str) -> None:
        self.cls: Any = Maker(structures.__getitem__).make(name)
        self.text = joined(texts.pop(name), texts)


_kept: KeptClasses[tuple[str, str], _Definition] = KeptClasses()


def is_known(type_: str) -> bool:
    """Returns whether this machine has the definition, so that interface() finds the type. Thread-safe."""
    try:
        find.structure(type_)
    except (InterfaceNotFound, DefinitionError, ValueError):
        return False
    return True


def is_kept(type_: str, hash_: str) -> bool:
    """Returns whether a received definition of the type with this hash is kept. Thread-safe."""
    return (type_, hash_) in _kept


def class_of(type_: str, hash_: str = '') -> Any:
    """Returns the class of a type, from this machine or else from a received definition. Thread-safe.

    Raises the errors of interface() if neither exists.
    """
    kept = _kept.get((type_, hash_))
    return interface(type_) if kept is None or is_known(type_) else kept.cls


def text_of(type_: str, hash_: str = '') -> tuple[str, str] | None:
    """Returns the text of a definition with its nested ones, and its encoding; None if it is unknown. Thread-safe.

    OSError if a file cannot be read.
    """
    known = known_definition(type_)
    if known is not None:
        return known
    kept = _kept.get((type_, hash_))
    return None if kept is None else (kept.text, 'ros2msg')


def keep(response: Any, name: str, hash_: str) -> None:
    """Keeps the definition in a GetTypeDescription response for the type of this name and hash. Thread-safe.

    Descriptions that the type does not refer to are ignored. DefinitionError if the node reports a failure, or if the
    definition is invalid, too large, or has another hash.
    """
    if not response.successful:
        raise DefinitionError(f'its node does not describe {name}: {response.failure_reason!r:.200}')
    description = response.type_description
    individual = [*description.referenced_type_descriptions, description.type_description]
    described = {part.type_name: part for part in individual}
    texts: dict[str, str] = {}
    structures: dict[str, Structure] = {}
    missing = [name]
    size = fields = 0
    while missing:
        type_name = missing.pop()
        if type_name in texts:
            continue
        if '/msg/' not in type_name or type_name not in described:
            raise DefinitionError(f'{_SOURCE} lacks {type_name!r}, which is a part of {name}')
        fields += len(described[type_name].fields)
        texts[type_name] = _text(described[type_name]) if fields <= MOST_FIELDS else ''
        size += len(texts[type_name])
        if fields > MOST_FIELDS or size > _MOST_TEXT:
            most = f'{MOST_FIELDS} fields and {_MOST_TEXT} characters'
            raise DefinitionError(f'{_SOURCE} of {name} is too large; expected at most {most}')
        structures |= parse(type_name, texts[type_name], _SOURCE)
        missing += [field.type.base for field in structures[type_name].fields if field.type.is_message]
    actual_hash = type_hash(structures[name], structures.__getitem__)
    if actual_hash != hash_:
        raise DefinitionError(f'{_SOURCE} of {name} has the hash {actual_hash}; expected {hash_}')
    definition = _Definition(texts, structures, name)
    _kept.put((name, hash_), definition, structures.values(), len(definition.text))


def _text(described: Any) -> str:
    """Returns the .msg text of an IndividualTypeDescription. Descriptions have no constants and defaults."""
    lines = []
    for field in described.fields:
        type_ = field.type
        kind, base = divmod(type_.type_id, 48)
        if kind > 3 or (base != 1 and base not in _BASES):
            raise DefinitionError(f'{_SOURCE} has a field of type {type_.type_id}; expected the number of a known type')
        text = type_.nested_type_name.replace('/msg/', '/') if base == 1 else _BASES[base]
        if type_.string_capacity:
            text += f'<={type_.string_capacity}'
        text += ('', f'[{type_.capacity}]', f'[<={type_.capacity}]', '[]')[kind]
        if field.name != EMPTY_MEMBER:
            lines.append(f'{text} {field.name}\n')
    return ''.join(lines)
