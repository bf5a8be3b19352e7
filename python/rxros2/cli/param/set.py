# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param set: sets a parameter of a node."""

from __future__ import annotations

import argparse

from ..frame import CommandError
from ..graph import absolute, add_graph_arguments, command_node
from ..parameters import RemoteParameters, from_argument
from .list import add_node_arguments


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node, the name of the parameter and its value in YAML."""
    parser.add_argument('node')
    parser.add_argument('name')
    parser.add_argument('value', help='the value in YAML: 1.5, true, text, "[1, 2]"')
    add_node_arguments(parser)
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Sets the parameter. Raises CommandError if the node rejects the value."""
    value = from_argument(args.value)
    with command_node(args) as node:
        ((name, successful, reason),) = RemoteParameters(node, absolute(args.node), args.timeout).set(
            {args.name: value}
        )
    if not successful:
        raise CommandError(f'{name} of {absolute(args.node)} was not set: {reason or "no reason was given"}')
    print('Set parameter successful' + (f': {reason}' if reason else ''))
    return 0
