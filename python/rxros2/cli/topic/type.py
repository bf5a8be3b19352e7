# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 topic type: prints the type of a topic."""

from __future__ import annotations

import argparse

from ..graph import absolute, add_graph_arguments, command_node


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument('topic')
    add_graph_arguments(parser)


def main(args: argparse.Namespace) -> int:
    with command_node(args) as node:
        print(node.topic_type(absolute(args.topic)))
    return 0
