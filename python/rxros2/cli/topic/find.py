# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic find: lists the topics of a type."""

from __future__ import annotations

import argparse

from ..definitions import full_name
from ..graph import add_graph_arguments, add_hidden_argument, command_node, shown
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the type, and options for the number, hidden topics and the format of the output."""
    parser.add_argument('type', help="as 'std_msgs/msg/String'")
    parser.add_argument('-c', '--count-topics', action='store_true', help='print only the number of topics')
    add_hidden_argument(parser, 'topics')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the topics of the type, or with -c their number; returns 1 if none is printed."""
    with command_node(args) as node:
        node.settle()
        type_ = full_name(args.type, 'msg')
        names = shown(args, (name for name, types in node.ros_node.topics().items() if type_ in types))
    if args.count_topics:
        print(len(names))
        return 0
    print_rows(args, ('topic',), [(name,) for name in names])
    return 0 if names else 1
