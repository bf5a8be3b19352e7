# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param get: prints the values of parameters."""

from __future__ import annotations

import argparse

from ...parameters import type_of
from ..graph import absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_rows
from ..parameters import RemoteParameters
from .list import add_node_arguments

_TITLES = {'bool': 'Boolean', 'integer': 'Integer', 'double': 'Double', 'string': 'String', 'byte_array': 'Byte'}


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node, the names of the parameters, and the option --hide-type."""
    parser.add_argument('node')
    parser.add_argument('names', nargs='+', metavar='name')
    parser.add_argument('--hide-type', action='store_true', help='print only the value')
    add_node_arguments(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the values of the parameters with their types."""
    with command_node(args) as node:
        values = RemoteParameters(node, absolute(args.node), args.timeout).values(args.names)
    if args.json or args.csv:
        shown = [(name, list(value) if isinstance(value, bytes) else value) for name, value in values.items()]
        print_rows(args, ('parameter', 'value'), shown)
        return 0
    for name, value in values.items():
        prefix = f'{name}: ' if len(values) > 1 else ''
        print(prefix + (str(value) if args.hide_type else _text(value)))
    return 0


def _text(value: object) -> str:
    if value is None:
        return 'Parameter not set.'
    kind = type_of(value).name.lower()
    title = _TITLES.get(kind) or _TITLES[kind.removesuffix('_array')]
    return f'{title} {"values are" if kind.endswith("array") else "value is"}: {value}'
