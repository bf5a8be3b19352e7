# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Messages as plain values, dicts, lists, numbers and texts, of which YAML, JSON and CSV are made."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..messages import Collection, FieldType, Message
from ..printable import replaced


@dataclass(frozen=True)
class Shortening:
    """What is left out of long values; the defaults leave out nothing."""

    length: int | None = None
    """Items of a list, characters of a text; what follows is '...'."""
    no_arrays: bool = False
    no_texts: bool = False


def add_shortening_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('-f', '--full-length', action='store_true', help='print all of long arrays and texts')
    parser.add_argument(
        '-l', '--truncate-length', type=int, default=128, metavar='N', help='shorten what is longer (default: 128)'
    )
    parser.add_argument('--no-arr', action='store_true', help="print arrays' types and lengths only")
    parser.add_argument('--no-str', action='store_true', help="print texts' lengths only")


def shortening(args: argparse.Namespace) -> Shortening:
    return Shortening(None if args.full_length else args.truncate_length, args.no_arr, args.no_str)


def plain(value: Any, how: Shortening = Shortening(), type_: FieldType | None = None) -> Any:
    """A message, or the value of a field, of which `type_` is the type."""
    if isinstance(value, Message):
        return {
            name: plain(getattr(value, name), how, field)
            for name, field in zip(value.get_fields_and_field_types(), value.SLOT_TYPES, strict=True)
        }
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return _text(value, how)
    if isinstance(value, bytes):  # a byte
        return value[0] if len(value) == 1 else list(value)
    if not hasattr(value, '__len__'):  # one of numpy's numbers, out of an array
        return value.item()
    if how.no_arrays and type_ is not None:
        if type_.collection is Collection.ARRAY:
            return f'<array type: {type_}>'
        return f'<sequence type: {type_}, length: {len(value)}>'
    cut = how.length is not None and len(value) > how.length
    items = value[: how.length] if cut else value
    found = items.tolist() if hasattr(items, 'tolist') else [plain(item, how) for item in items]
    return [*found, '...'] if cut else found


def _text(value: str, how: Shortening) -> str:
    value = replaced(value)
    if how.no_texts:
        return f'<string length: <{len(value)}>>'
    if how.length is not None and len(value) > how.length:
        return value[: how.length] + '...'
    return value


def flat(value: Any) -> Iterator[Any]:
    """The single values in a plain value, in order: a line of CSV."""
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        yield value
        return
    for item in value:
        yield from flat(item)
