# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic find"""

from __future__ import annotations

import argparse

from ..definitions import full_name
from ..graph import add_graph_arguments, add_hidden_argument, command_node, shown
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('type', help="as 'std_msgs/msg/String'")
    add_hidden_argument(parser, 'topics')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    with command_node(args) as there:
        there.settle()
        wanted = full_name(args.type, 'msg')
        found = shown(args, (name for name, types in there.node.topics().items() if wanted in types))
    print_rows(args, ('topic',), [(name,) for name in found])
    return 0 if found else 1
