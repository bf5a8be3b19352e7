# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 action find: lists the actions of a type."""

from __future__ import annotations

import argparse

from ..action_graph import actions, add_hidden_argument, shown
from ..definitions import full_name
from ..graph import add_graph_arguments, command_node
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the type, and options for hidden actions and the format of the output."""
    parser.add_argument('type', help="as 'example_interfaces/action/Fibonacci'")
    parser.add_argument('-c', '--count-actions', action='store_true', help='print only the number of actions')
    add_hidden_argument(parser)
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the actions of the type; returns 1 if there are none."""
    with command_node(args) as node:
        node.settle()
        type_ = full_name(args.type, 'action')
        names = [name for name, types in shown(args, actions(node)).items() if type_ in types]
    if args.count_actions:
        print(len(names))
    else:
        print_rows(args, ('action',), [(name,) for name in names])
    return 0 if names else 1
