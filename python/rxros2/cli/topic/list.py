# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic list: lists the topics."""

from __future__ import annotations

import argparse
from typing import Any

from ...graph_checks import endpoints
from ..graph import add_graph_arguments, add_hidden_argument, command_node, shown
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds options for types, numbers of endpoints and hidden topics."""
    parser.add_argument('-t', '--show-types', action='store_true', help='also print their types')
    parser.add_argument('-c', '--count-topics', action='store_true', help='print only the number of topics')
    parser.add_argument('-v', '--verbose', action='store_true', help='also print types and numbers of endpoints')
    add_hidden_argument(parser, 'topics')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the names of the topics, or with -c their number."""
    with command_node(args) as node:
        node.settle()
        topics = node.ros_node.topics()
        names = shown(args, topics)
        if args.count_topics:
            print(len(names))
            return 0
        columns: list[str] = ['topic']
        rows: list[list[Any]] = [[name] for name in names]
        if args.show_types or args.verbose or args.json or args.csv:
            columns.append('type')
            rows = [[name, topics[name]] for name in names]
        if args.verbose:
            columns += ['publishers', 'subscriptions']
            rows = [[*row, *map(len, endpoints(node.ros_node, row[0]))] for row in rows]
    print_rows(args, columns, rows, lambda row: ' '.join([row[0], *(f'[{_text(cell)}]' for cell in row[1:])]))
    return 0


def _text(cell: object) -> str:
    return ', '.join(cell) if isinstance(cell, list) else str(cell)
