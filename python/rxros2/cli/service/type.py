# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 service type: prints the type of a service."""

from __future__ import annotations

import argparse

from ..graph import absolute, add_graph_arguments, command_node


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the service and the options of the ROS graph."""
    parser.add_argument('service')
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the type of the service. Raises CommandError if the service does not exist or has several types."""
    with command_node(args) as node:
        print(node.service_type(absolute(args.service)))
    return 0
