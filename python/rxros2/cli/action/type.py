# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 action type: prints the type of an action."""

from __future__ import annotations

import argparse

from ..action_graph import type_of
from ..graph import absolute, add_graph_arguments, command_node


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the action and the options of the ROS graph."""
    parser.add_argument('action')
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the type of the action. Raises CommandError if the action does not exist or has several types."""
    with command_node(args) as node:
        print(type_of(node, absolute(args.action)))
    return 0
