# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 param delete: undeclares a parameter of a node."""

from __future__ import annotations

import argparse

from ..frame import CommandError
from ..graph import absolute, add_graph_arguments, command_node
from ..parameters import RemoteParameters
from .list import add_node_arguments


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the node and the name of the parameter."""
    parser.add_argument('node')
    parser.add_argument('name')
    add_node_arguments(parser)
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Deletes the parameter. Raises CommandError if the node does not allow it."""
    node_name = absolute(args.node)
    with command_node(args) as node:
        remote = RemoteParameters(node, node_name, args.timeout)
        remote.descriptors([args.name])  # an unknown name is an error that lists the known ones
        ((_, successful, reason),) = remote.set({args.name: None})
    if not successful:
        raise CommandError(f'{args.name} of {node_name} was not deleted: {reason or "no reason was given"}')
    print('Deleted parameter successfully' + (f': {reason}' if reason else ''))
    return 0
