# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param dump: prints the parameters of a node in the format of --params-file."""

from __future__ import annotations

import argparse

from ..graph import absolute, add_graph_arguments, command_node
from ..output import print_json
from ..parameters import RemoteParameters, nested
from ..yaml_text import dump_parameters
from .list import add_node_arguments


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node and the option --json."""
    parser.add_argument('node')
    parser.add_argument('--json', action='store_true', help='print JSON')
    add_node_arguments(parser)
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the parameters that have a value, as a parameter file."""
    node_name = absolute(args.node)
    with command_node(args) as node:
        remote = RemoteParameters(node, node_name, args.timeout)
        names = remote.names()
        values = {name: value for name, value in remote.values(names).items() if value is not None} if names else {}
    if args.json:
        values = {name: list(value) if isinstance(value, bytes) else value for name, value in values.items()}
    tree = {node_name: {'ros__parameters': nested(values)}}
    if args.json:
        print_json(tree)
    else:
        print(dump_parameters(tree), end='')
    return 0
