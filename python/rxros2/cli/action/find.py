# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 action find"""

from __future__ import annotations

import argparse

from ..action_graph import actions, add_hidden_argument, shown
from ..definitions import full_name
from ..graph import add_graph_arguments, command_node
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('type', help="as 'example_interfaces/action/Fibonacci'")
    parser.add_argument('-c', '--count-actions', action='store_true', help='only how many there are')
    add_hidden_argument(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    with command_node(args) as there:
        there.settle()
        wanted = full_name(args.type, 'action')
        found = [name for name, types in shown(args, actions(there)).items() if wanted in types]
    if args.count_actions:
        print(len(found))
    else:
        print_rows(args, ('action',), [(name,) for name in found])
    return 0 if found else 1
