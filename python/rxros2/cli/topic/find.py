# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic find: lists the topics of a type."""

from __future__ import annotations

import argparse

from ..definitions import full_name
from ..graph import add_graph_arguments, add_hidden_argument, command_node, shown
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the type, and options for hidden topics and the format of the output."""
    parser.add_argument('type', help="as 'std_msgs/msg/String'")
    add_hidden_argument(parser, 'topics')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the topics of the type; returns 1 if there are none."""
    with command_node(args) as node:
        node.settle()
        type_ = full_name(args.type, 'msg')
        names = shown(args, (name for name, types in node.ros_node.topics().items() if type_ in types))
    print_rows(args, ('topic',), [(name,) for name in names])
    return 0 if names else 1
