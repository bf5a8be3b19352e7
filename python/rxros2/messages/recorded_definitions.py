# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions that a recording contains, for types that this machine does not have or has in another version.

A definition of a recording is used for the messages of that recording only. interface() never returns it.
"""

from __future__ import annotations

import re
from typing import Any

from ..definitions.model import DefinitionError, Structure
from ..definitions.parser import parse
from . import find
from .classes import Maker, interface, type_hash
from .find import InterfaceNotFound
from .kept_classes import MOST_FIELDS, KeptClasses

_SEPARATOR = re.compile(r'^={80}[ \t]*\r?\n(?:MSG|IDL):[ \t]*(\S+)[ \t]*(?:\r?\n|\Z)', re.MULTILINE)
_SOURCE = 'the definition in the recording'
_MOST_TEXT = 1 << 20
"""Most characters of one definition, including nested ones."""
_kept: KeptClasses[tuple[str, str, str], Any] = KeptClasses()


def class_of(type_: str, hash_: str, text: str, encoding: str) -> Any:
    """Returns the class that decodes the messages of a recorded topic.

    `hash_`, `text` and `encoding` are those of the topic; `hash_` and `text` may be empty. The class is that of this
    machine, unless the type is unknown here or has another hash. Raises the errors of interface() if the type is
    unknown here and the recording does not define it, DefinitionError if its definition cannot be used.
    """
    try:
        known = interface(type_)
    except InterfaceNotFound:
        if not text:
            raise
        return _recorded(type_, text, encoding)
    if not (hash_ and text) or hash_ == type_hash(known):
        return known
    try:
        recorded = _recorded(type_, text, encoding)
    except DefinitionError:
        return known
    return recorded if type_hash(recorded) == hash_ else known


def _recorded(type_: str, text: str, encoding: str) -> Any:
    key = type_, text, encoding
    cls = _kept.get(key)
    if cls is None:
        structures: dict[str, Structure] = {}
        cls = _make(type_, text, encoding, structures)
        _kept.put(key, cls, structures.values(), len(text))
    return cls


def _make(type_: str, text: str, encoding: str, structures: dict[str, Structure]) -> Any:
    """Creates the class of a recorded definition, and adds the structures that it defines."""
    if encoding not in ('ros2msg', 'ros2idl') or (encoding == 'ros2msg' and '/msg/' not in type_):
        raise DefinitionError(f'{_SOURCE} of {type_} is {encoding}; expected the package {type_.partition("/")[0]}')
    if len(text) > _MOST_TEXT:
        raise DefinitionError(f'{_SOURCE} of {type_} has {len(text)} characters; expected at most {_MOST_TEXT}')
    texts = _texts(type_, text)

    def structure(name: str) -> Structure:
        if name in structures:
            return structures[name]
        if name not in texts:  # a recorder may leave out what every machine has
            return find.structure(name)
        if encoding == 'ros2idl':
            from ..definitions.idl import parse_idl  # only here: most recordings have no IDL

            structures[name] = parse_idl(name, texts[name], _SOURCE).structures[name]
        else:
            structures[name] = parse(name, texts[name], _SOURCE)[name]
        if sum(len(one.fields) for one in structures.values()) > MOST_FIELDS:
            raise DefinitionError(f'it has more than {MOST_FIELDS} fields; expected at most that')
        return structures[name]

    try:
        return Maker(structure).make(type_)
    except (InterfaceNotFound, ValueError) as error:  # a DefinitionError is a ValueError
        raise DefinitionError(f'{_SOURCE} of {type_} cannot be used: {error}') from None


def _texts(type_: str, text: str) -> dict[str, str]:
    """Returns the definitions in a text by name. The first one may have no separator before it."""
    first, *parts = _SEPARATOR.split(text)
    texts = {type_: first} if first.strip() or not parts else {}
    for name, nested in zip(parts[::2], parts[1::2], strict=True):
        texts.setdefault(name if name.count('/') > 1 else name.replace('/', '/msg/'), nested)
    return texts
