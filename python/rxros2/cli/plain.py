# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Conversion of messages to plain values (dicts, lists, numbers and texts) for YAML, JSON and CSV."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..messages import Collection, FieldType, Message
from ..printable import replaced
from .output import print_csv, print_json
from .yaml_text import dump


@dataclass(frozen=True)
class Shortening:
    """Limits for the output of long values; the default has no limits."""

    length: int | None = None
    """Largest number of items of a list and characters of a text; '...' replaces the rest."""
    no_arrays: bool = False
    no_texts: bool = False


def add_shortening_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a Shortening."""
    parser.add_argument('-f', '--full-length', action='store_true', help='print all of long arrays and texts')
    parser.add_argument(
        '-l',
        '--truncate-length',
        type=int,
        default=128,
        metavar='N',
        help='shorten longer arrays and texts (default: 128)',
    )
    parser.add_argument('--no-arr', action='store_true', help="print arrays' types and lengths only")
    parser.add_argument('--no-str', action='store_true', help="print texts' lengths only")


def shortening(args: argparse.Namespace) -> Shortening:
    """Returns the limits that the arguments set."""
    return Shortening(None if args.full_length else args.truncate_length, args.no_arr, args.no_str)


def plain(value: Any, limits: Shortening = Shortening(), type_: FieldType | None = None) -> Any:
    """Returns the plain value of a message, or of a field of type `type_`."""
    if isinstance(value, Message):
        return {field.name: plain(getattr(value, field.name), limits, field.type) for field in value._STRUCTURE.fields}
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, str):
        return _text(value, limits)
    if isinstance(value, bytes):  # a field of type byte
        return value[0] if len(value) == 1 else list(value)
    if not hasattr(value, '__len__'):  # a number of a numpy array
        return value.item()
    if limits.no_arrays and type_ is not None:
        if type_.collection is Collection.ARRAY:
            return f'<array type: {type_}>'
        return f'<sequence type: {type_}, length: {len(value)}>'
    cut = limits.length is not None and len(value) > limits.length
    items = value[: limits.length] if cut else value
    result = items.tolist() if hasattr(items, 'tolist') else [plain(item, limits) for item in items]
    return [*result, '...'] if cut else result


_EVENTS = 'REQUEST_SENT', 'REQUEST_RECEIVED', 'RESPONSE_SENT', 'RESPONSE_RECEIVED'  # service_msgs/msg/ServiceEventInfo


def plain_event(event: Message, limits: Shortening) -> dict[str, Any]:
    """Returns the plain value of a service event; its type is a word instead of a number."""
    value: dict[str, Any] = plain(event, limits)
    kind = value['info']['event_type']
    value['info']['event_type'] = _EVENTS[kind] if kind < len(_EVENTS) else f'UNKNOWN ({kind})'
    return value


def _text(value: str, limits: Shortening) -> str:
    value = replaced(value)
    if limits.no_texts:
        return f'<string length: <{len(value)}>>'
    if limits.length is not None and len(value) > limits.length:
        return value[: limits.length] + '...'
    return value


def print_plain(args: argparse.Namespace, value: dict[str, Any]) -> None:
    """Prints a plain value at once, in the format that --json, --csv or --flow-style chooses."""
    if args.json:
        print_json(value)
    elif args.csv:
        print_csv(list(flat(value)))
    else:
        print(dump(value, flow=args.flow_style), end='---\n')
    sys.stdout.flush()


def flat(value: Any) -> Iterator[Any]:
    """Yields the single values of a plain value in order, as a line of CSV has them."""
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        yield value
        return
    for item in value:
        yield from flat(item)
