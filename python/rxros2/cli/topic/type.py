# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic type: prints the type of a topic."""

from __future__ import annotations

import argparse

from ..graph import absolute, add_graph_arguments, command_node


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the topic and the options of the ROS graph."""
    parser.add_argument('topic')
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    """Prints the type of the topic. Raises CommandError if the topic does not exist or has several types."""
    with command_node(args) as node:
        print(node.topic_type(absolute(args.topic)))
    return 0
