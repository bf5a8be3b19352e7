# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 lifecycle get: prints the states of lifecycle nodes."""

from __future__ import annotations

import argparse
import sys

from ..frame import CommandError
from ..graph import command_node
from ..lifecycle_nodes import add_node_arguments, chosen, lifecycle_nodes, state
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds an optional node, and the options that all lifecycle commands share."""
    parser.add_argument('node', nargs='?', help='(default: all lifecycle nodes)')
    add_node_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the states of one node or of all lifecycle nodes; returns 1 if a node does not respond."""
    code = 0
    with command_node(args) as node:
        if args.node is not None:
            node_name = chosen(args, node)
            rows = [(node_name, state(node, node_name))]
        else:
            node.settle()
            rows = []
            for name in lifecycle_nodes(node, args.include_hidden_nodes):
                try:
                    rows.append((name, state(node, name)))
                except CommandError as error:  # other nodes are still listed
                    print(f'rxros2: {error}', file=sys.stderr)
                    code = 1
    if args.node is not None and not (args.json or args.csv):
        print(rows[0][1])
    else:
        print_rows(args, ('node', 'state'), rows, lambda row: f'{row[0]}: {row[1]}')
    return code
