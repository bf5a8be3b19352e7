# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 action list: lists the actions in the ROS graph."""

from __future__ import annotations

import argparse

from ..action_graph import actions, add_hidden_argument, shown
from ..graph import add_graph_arguments, command_node
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds options for types, hidden actions and the format of the output."""
    parser.add_argument('-t', '--show-types', action='store_true', help='also print their types')
    parser.add_argument('-c', '--count-actions', action='store_true', help='print only the number of actions')
    add_hidden_argument(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the names of the actions, or with -c their number."""
    with command_node(args) as node:
        node.settle()
        types_by_action = shown(args, actions(node))
    if args.count_actions:
        print(len(types_by_action))
    elif args.show_types or args.json or args.csv:
        print_rows(args, ('action', 'type'), [*types_by_action.items()], lambda row: f'{row[0]} [{", ".join(row[1])}]')
    else:
        print_rows(args, ('action',), [(name,) for name in types_by_action])
    return 0
