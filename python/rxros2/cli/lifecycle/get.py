# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 lifecycle get"""

from __future__ import annotations

import argparse
import sys

from ..frame import CommandError
from ..graph import command_node
from ..lifecycle_nodes import add_node_arguments, chosen, lifecycle_nodes, state
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('node', nargs='?', help='(default: all lifecycle nodes)')
    add_node_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    code = 0
    with command_node(args) as there:
        if args.node is not None:
            node = chosen(args, there)
            rows = [(node, state(there, node))]
        else:
            there.settle()
            rows = []
            for each in lifecycle_nodes(there, args.include_hidden_nodes):
                try:
                    rows.append((each, state(there, each)))
                except CommandError as error:  # the others are listed all the same
                    print(f'rxros2: {error}', file=sys.stderr)
                    code = 1
    if args.node is not None and not (args.json or args.csv):
        print(rows[0][1])
    else:
        print_rows(args, ('node', 'state'), rows, lambda row: f'{row[0]}: {row[1]}')
    return code
