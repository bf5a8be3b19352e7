# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 service find"""

from __future__ import annotations

import argparse

from ..definitions import full_name
from ..graph import add_graph_arguments, add_hidden_argument, command_node, shown
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('type', help="as 'std_srvs/srv/SetBool'")
    add_hidden_argument(parser, 'services')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    with command_node(args) as there:
        there.settle()
        wanted = full_name(args.type, 'srv')
        found = shown(args, (name for name, types in there.node.services().items() if wanted in types))
    print_rows(args, ('service',), [(name,) for name in found])
    return 0 if found else 1
