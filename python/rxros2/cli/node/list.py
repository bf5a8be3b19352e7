# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 node list: lists the nodes."""

from __future__ import annotations

import argparse
import sys

from ..graph import add_graph_arguments, command_node, is_hidden
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds options for hidden nodes and the format of the output."""
    parser.add_argument('-a', '--all', action='store_true', help="also names with a part that begins with '_'")
    parser.add_argument('-c', '--count-nodes', action='store_true', help='print only the number of nodes')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the names of the nodes, and warns on standard error of names that several nodes have."""
    with command_node(args) as node:
        node.settle()
        names = sorted(name for name in node.ros_node.nodes() if args.all or not is_hidden(name))
    if args.count_nodes:
        print(len(names))
        return 0
    print_rows(args, ('node',), [(name,) for name in names])
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        print(f'warning: several nodes have the same name: {", ".join(twice)}', file=sys.stderr)
    return 0
