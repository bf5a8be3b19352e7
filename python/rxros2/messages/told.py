# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Definitions that are unknown here, and that a node told by its service get_type_description."""

from __future__ import annotations

import functools
import pathlib
import tempfile
from typing import Any

from . import find
from .definition import EMPTY_MEMBER, DefinitionError, Structure
from .description import IDS, type_hash
from .find import InterfaceNotFound, add_interface_path
from .parser import parse

_BASES = {number: base for base, number in IDS.items() if base != 'char'} | {21: 'string', 22: 'wstring'}


def is_known(type_: str) -> bool:
    """Whether interface() finds it."""
    try:
        find.structure(type_)
    except (InterfaceNotFound, DefinitionError, ValueError):
        return False
    return True


def keep(response: Any, name: str, hash_: str) -> bool:
    """Puts what a GetTypeDescription response tells where interface() finds it while this program runs.

    False if the node did not tell, or told a definition of another hash. ValueError for what is no definition.
    """
    told = response.type_description
    texts = {each.type_name: _text(each) for each in [told.type_description, *told.referenced_type_descriptions]}
    return bool(response.successful) and _kept(texts, name, hash_)


def _kept(texts: dict[str, str], name: str, hash_: str) -> bool:
    told: dict[str, Structure] = {}
    for each, text in texts.items():
        told |= parse(each, text, 'what a node told')  # ValueError for what is no name, so none leads out of the folder
    if type_hash(told[name], told.__getitem__) != hash_:
        return False
    for each, text in texts.items():
        if not is_known(each):
            file = pathlib.Path(_folder().name) / f'{each}.msg'
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    add_interface_path(_folder().name)
    return True


def _text(described: Any) -> str:
    """The .msg of an IndividualTypeDescription, without constants and defaults, which it does not have."""
    lines = []
    for field in described.fields:
        type_ = field.type
        kind, base = divmod(type_.type_id, 48)
        text = type_.nested_type_name.replace('/msg/', '/') if base == 1 else _BASES[base]
        if type_.string_capacity:
            text += f'<={type_.string_capacity}'
        text += ('', f'[{type_.capacity}]', f'[<={type_.capacity}]', '[]')[kind]
        if field.name != EMPTY_MEMBER:
            lines.append(f'{text} {field.name}\n')
    return ''.join(lines)


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Removed when the program ends."""
    return tempfile.TemporaryDirectory(prefix='rxros2_types_')
