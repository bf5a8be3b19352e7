# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 service list: lists the services."""

from __future__ import annotations

import argparse

from ..graph import add_graph_arguments, add_hidden_argument, command_node, shown
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds options for types, hidden services and the format of the output."""
    parser.add_argument('-t', '--show-types', action='store_true', help='also print their types')
    parser.add_argument('-c', '--count-services', action='store_true', help='print only the number of services')
    add_hidden_argument(parser, 'services')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the names of the services, or with -c their number."""
    with command_node(args) as node:
        node.settle()
        services = node.ros_node.services()
    names = shown(args, services)
    if args.count_services:
        print(len(names))
    elif args.show_types or args.json or args.csv:
        rows = [(name, services[name]) for name in names]
        print_rows(args, ('service', 'type'), rows, lambda row: f'{row[0]} [{", ".join(row[1])}]')
    else:
        print_rows(args, ('service',), [(name,) for name in names])
    return 0
