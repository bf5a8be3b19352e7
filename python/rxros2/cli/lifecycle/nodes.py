# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 lifecycle nodes"""

from __future__ import annotations

import argparse

from ..graph import add_graph_arguments, command_node
from ..lifecycle_nodes import lifecycle_nodes
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('-a', '--all', action='store_true', help="also those with a part that begins with '_'")
    parser.add_argument('-c', '--count-nodes', action='store_true', help='only how many there are')
    parser.add_argument('-s', '--use-sim-time', action='store_true', help="taken for ROS 2's sake: no time is needed")
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    with command_node(args) as there:
        there.settle()
        found = lifecycle_nodes(there, args.all)
    if args.count_nodes:
        print(len(found))
    else:
        print_rows(args, ('node',), [(name,) for name in found])
    return 0
