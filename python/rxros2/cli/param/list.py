# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param list"""

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
    parser.add_argument('node', nargs='?', help='of this node only')
    parser.add_argument('--param-prefixes', nargs='+', default=[], metavar='PREFIX', help='only those below these')
    parser.add_argument('--param-type', action='store_true', help='with their types')
    parser.add_argument('--filter', metavar='EXPRESSION', help='only names that have this in them')
    add_timeout_argument(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def add_timeout_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        '--timeout', type=float, default=5.0, metavar='SECONDS', help='wait so long for an answer (default: 5)'
    )


def main(args: argparse.Namespace) -> int:
    try:
        wanted = re.compile(args.filter or '')
    except re.error as error:
        raise CommandError(f"'{args.filter}' is no regular expression: {error}", 2) from None
    typed = args.param_type or args.json or args.csv
    rows: list[tuple[str, ...]] = []
    code = 0
    with command_node(args) as there:
        if args.node:
            nodes = [absolute(args.node)]
        else:
            there.settle()
            services = there.node.services()
            nodes = [name for name in sorted(set(there.node_names())) if f'{name}/list_parameters' in services]
        for node in nodes:
            try:
                rows += _rows(RemoteParameters(there, node, args.timeout), node, args.param_prefixes, wanted, typed)
            except CommandError as error:
                if args.node:
                    raise
                print(f'rxros2: {error}', file=sys.stderr)  # the others are listed all the same
                code = 1
    if args.json or args.csv:
        print_rows(args, ('node', 'parameter', 'type'), rows)
        return code
    for node in nodes:
        if not args.node:
            print(f'{node}:')
        for owner, name, type_ in rows:
            if owner == node:
                print(f'  {name}{f" (type: {type_})" if typed else ""}')
    return code


def _rows(
    remote: RemoteParameters, node: str, prefixes: list[str], wanted: re.Pattern[str], typed: bool
) -> list[tuple[str, ...]]:
    names = [name for name in remote.names(prefixes) if wanted.search(name)]
    types = [_type(each.type) for each in remote.descriptors(names)] if typed and names else [''] * len(names)
    if len(types) != len(names):
        raise CommandError(f'{node} described {len(types)} parameters; expected {len(names)}')
    return [(node, *each) for each in zip(names, types, strict=True)]


def _type(number: int) -> str:
    try:
        return ParameterType(number).name.lower().replace('_', ' ')
    except ValueError:
        return f'unknown ({number})'
