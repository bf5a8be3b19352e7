# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 lifecycle nodes: lists the lifecycle nodes."""

from __future__ import annotations

import argparse

from ..graph import add_graph_arguments, command_node
from ..lifecycle_nodes import lifecycle_nodes
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds options for hidden nodes and the format of the output."""
    parser.add_argument('-a', '--all', action='store_true', help="also names with a part that begins with '_'")
    parser.add_argument('-c', '--count-nodes', action='store_true', help='print only the number of nodes')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the names of the lifecycle nodes, or with -c their number."""
    with command_node(args) as node:
        node.settle()
        names = lifecycle_nodes(node, args.all)
    if args.count_nodes:
        print(len(names))
    else:
        print_rows(args, ('node',), [(name,) for name in names])
    return 0
