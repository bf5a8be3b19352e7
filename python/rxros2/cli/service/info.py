# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 service info: prints the type of a service and the numbers of its clients and servers."""

from __future__ import annotations

import argparse

from ..graph import absolute, add_graph_arguments, command_node
from ..output import add_format_arguments, print_rows


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the service, and the options of the ROS graph and of the format of the output."""
    parser.add_argument('service')
    add_graph_arguments(parser)
    add_format_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints type and numbers. Raises CommandError if the service does not exist or has several types."""
    service = absolute(args.service)
    with command_node(args) as node:
        type_ = node.service_type(service)
        node.settle()
        clients, servers = node.ros_node.count_clients(service), node.ros_node.count_services(service)
    if args.json or args.csv:
        print_rows(args, ('service', 'type', 'clients', 'servers'), [(service, type_, clients, servers)])
        return 0
    print(f'Type: {type_}\nClients count: {clients}\nServices count: {servers}')
    return 0
