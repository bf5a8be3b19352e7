# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param list: lists the parameters of nodes."""

from __future__ import annotations

import argparse
import re
import sys

from ...parameters import ParameterType
from ..frame import CommandError
from ..graph import absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_rows
from ..parameters import RemoteParameters


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds an optional node, and options that filter the names and print the types."""
    parser.add_argument('node', nargs='?', help='node (default: all)')
    parser.add_argument(
        '--param-prefixes', nargs='+', default=[], metavar='PREFIX', help='only parameters below these prefixes'
    )
    parser.add_argument('--param-type', action='store_true', help='also print their types')
    parser.add_argument('--filter', metavar='EXPRESSION', help='only names with a match of this regular expression')
    add_node_arguments(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def add_node_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --timeout and --include-hidden-nodes."""
    parser.add_argument(
        '--timeout', type=float, default=5.0, metavar='SECONDS', help='longest wait for a response (default: 5)'
    )
    parser.add_argument(
        '--include-hidden-nodes', action='store_true', help="also nodes with a part of the name that begins with '_'"
    )


def main(args: argparse.Namespace) -> int:
    """Prints the parameters of one node or of all nodes; returns 1 if one of all nodes does not respond."""
    try:
        pattern = re.compile(args.filter or '')
    except re.error as error:
        raise CommandError(f"'{args.filter}' is not a valid regular expression: {error}", 2) from None
    typed = args.param_type or args.json or args.csv
    rows: list[tuple[str, ...]] = []
    code = 0
    with command_node(args) as node:
        if args.node:
            nodes = [absolute(args.node)]
        else:
            node.settle()
            services = node.ros_node.services()
            names = sorted(set(node.node_names(args.include_hidden_nodes)))
            nodes = [name for name in names if f'{name}/list_parameters' in services]
        for node_name in nodes:
            try:
                rows += _rows(
                    RemoteParameters(node, node_name, args.timeout), node_name, args.param_prefixes, pattern, typed
                )
            except CommandError as error:
                if args.node:
                    raise
                print(f'rxros2: {error}', file=sys.stderr)  # other nodes are still listed
                code = 1
    if args.json or args.csv:
        print_rows(args, ('node', 'parameter', 'type'), rows)
        return code
    for node_name in nodes:
        if not args.node:
            print(f'{node_name}:')
        for owner, name, type_ in rows:
            if owner == node_name:
                print(f'  {name}{f" (type: {type_})" if typed else ""}')
    return code


def _rows(
    remote: RemoteParameters, node_name: str, prefixes: list[str], pattern: re.Pattern[str], typed: bool
) -> list[tuple[str, ...]]:
    names = [name for name in remote.names(prefixes) if pattern.search(name)]
    types = (
        [_type(descriptor.type) for descriptor in remote.descriptors(names)] if typed and names else [''] * len(names)
    )
    if len(types) != len(names):
        raise CommandError(f'{node_name} described {len(types)} parameters; expected {len(names)}')
    return [(node_name, *row) for row in zip(names, types, strict=True)]


def _type(number: int) -> str:
    try:
        return ParameterType(number).name.lower().replace('_', ' ')
    except ValueError:
        return f'unknown ({number})'
